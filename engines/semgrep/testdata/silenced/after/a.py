eval(x)
eval(y)  # nosemgrep
