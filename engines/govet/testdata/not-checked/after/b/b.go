package b

func F() { undefined() }
