package main

import (
	"fmt"
	"os"
)

// must returns the value of an environment variable, which must be set.
func must(name string) string {
	value, found := os.LookupEnv(name)
	if !found {
		panic(name + " is not set")
	}
	return value
}

func check(condition bool, otherwise string) {
	if !condition {
		panic(otherwise)
	}
}

var done = 0

// step runs one step and reports it. A step that panics ends the program.
func step(name string, work func()) {
	work()
	done++
	fmt.Printf("ok %d %s\n", done, name)
}

// nested returns an object with this many levels.
func nested(levels int) map[string]any {
	if levels == 1 {
		return map[string]any{}
	}
	return map[string]any{"inner": nested(levels - 1)}
}

func ptr[T any](value T) *T { return &value }
