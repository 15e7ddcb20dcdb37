"""The web page: routes, what they are asked, what they show."""
