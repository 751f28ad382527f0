package main

import (
	"testing"
	"time"
)

func TestExpiredSessionsAreDeleted(t *testing.T) {
	store, now := sessionStore{byToken: map[string]session{}}, time.Now()
	first, end := store.open("a", now)
	if !store.isOpen(first, "a", end) || store.isOpen(first, "b", end) || store.isOpen(first, "a", end.Add(1)) {
		t.Error("a session must be open for its client until it ends")
	}
	store.open("a", end)
	if len(store.byToken) != 2 {
		t.Error("a session was deleted before it ended")
	}
	store.open("a", end.Add(1))
	if len(store.byToken) != 2 || len(store.tokens) != 2 {
		t.Error("an expired session was kept")
	}
}

func TestSessionsAreLimited(t *testing.T) {
	store, now := sessionStore{byToken: map[string]session{}}, time.Now()
	first, _ := store.open("a", now)
	for range maxSessions {
		store.open("b", now)
	}
	if len(store.byToken) != maxSessions || store.isOpen(first, "a", now) {
		t.Error("the oldest session must end early")
	}
}
