x = 1 ? 2
eval(x)
