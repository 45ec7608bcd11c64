x = 1
eval(x)
