package report

import "fmt"

// Print writes how many there are.
func Print(count int) {
	fmt.Printf("%s\n", count)
}
