"""How much learning one's own tile set helps: drawn and photographed sets, before and after."""
