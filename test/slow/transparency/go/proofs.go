package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
)

// checkProof verifies a proof of inclusion that carries its checkpoint.
func checkProof(vkey, entryFile, proofFile string) error {
	entry, err := os.ReadFile(entryFile)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(proofFile)
	if err != nil {
		return err
	}
	index, size, err := included(vkey, entry, text)
	if err != nil {
		return err
	}
	fmt.Printf("%d %d\n", index, size)
	return nil
}

// included verifies that a log contains an entry (C2SP tlog-proof), and returns the index of the entry and the size of the log.
func included(vkey string, entry, text []byte) (index, size uint64, err error) {
	head, message, found := bytes.Cut(text, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if !found || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return 0, 0, fmt.Errorf("not a proof")
	}
	index, err = strconv.ParseUint(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return 0, 0, err
	}
	tree, err := open(message, vkey)
	if err != nil {
		return 0, 0, err
	}
	path := make([][]byte, 0, len(lines)-2)
	for _, line := range lines[2:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		if err != nil {
			return 0, 0, err
		}
		path = append(path, hash)
	}
	leaf := rfc6962.DefaultHasher.HashLeaf(entry)
	size = uint64(tree.N)
	return index, size, proof.VerifyInclusion(rfc6962.DefaultHasher, index, size, leaf, path, tree.Hash[:])
}

// checkHead verifies the response of getAuditHead: the leaf of the chain, its path to the root of all chains, and the proof that the log
// contains the entry with that root.
func checkHead(vkey, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var response struct {
		Published struct {
			Chain    string
			Sequence uint64
			Hash     string
			Index    uint64
			Path     []string
			Entry    string
			Proof    string
		}
	}
	if err := json.Unmarshal(text, &response); err != nil {
		return err
	}
	head := response.Published
	var entry struct {
		Type  string
		Count uint64
		Root  string
	}
	if err := json.Unmarshal([]byte(head.Entry), &entry); err != nil {
		return err
	}
	if entry.Type != "audit.heads" {
		return fmt.Errorf("the entry is of type %q", entry.Type)
	}
	// The standard library sorts the members of a map, and these values need no escapes: this is canonical JSON (RFC 8785).
	canonical, err := json.Marshal(map[string]any{"chain": head.Chain, "sequence": head.Sequence, "hash": head.Hash})
	if err != nil {
		return err
	}
	path := make([][]byte, len(head.Path))
	for at, hash := range head.Path {
		if path[at], err = hex.DecodeString(hash); err != nil {
			return err
		}
	}
	root, err := hex.DecodeString(entry.Root)
	if err != nil {
		return err
	}
	leaf := rfc6962.DefaultHasher.HashLeaf(canonical)
	if err := proof.VerifyInclusion(rfc6962.DefaultHasher, head.Index, entry.Count, leaf, path, root); err != nil {
		return fmt.Errorf("the head of the chain: %w", err)
	}
	index, size, err := included(vkey, []byte(head.Entry), []byte(head.Proof))
	if err != nil {
		return fmt.Errorf("the entry of the heads: %w", err)
	}
	fmt.Printf("%s %d %d %d\n", head.Chain, head.Sequence, index, size)
	return nil
}
