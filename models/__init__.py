"""Where the shipped ONNX weights lie (installed as ``jantaku_models``)."""
