package a

import "fmt"

func F() { fmt.Printf("%d\n", "x") }
