// Verifies a transparency log with libraries that this project has no part in: golang.org/x/mod for notes and tiles, and
// transparency-dev/merkle for proofs.
//
//	transparency log URL VKEY          reads checkpoint, tiles and entries below the URL; prints size and root
//	transparency grew VKEY OLD NEW URL checks that the log of the note NEW begins with that of the note OLD
//	transparency proof VKEY ENTRY FILE checks a proof in the format of C2SP tlog-proof
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "log":
		err = checkLog(args[1], args[2])
	case len(args) == 5 && args[0] == "grew":
		err = checkGrowth(args[1], args[2], args[3], args[4])
	case len(args) == 4 && args[0] == "proof":
		err = checkProof(args[1], args[2], args[3])
	default:
		err = fmt.Errorf("usage: log URL VKEY | grew VKEY OLD NEW URL | proof VKEY ENTRY FILE")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// open verifies a signed checkpoint and returns its tree.
func open(message []byte, vkey string) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(message, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("not a checkpoint of %s", verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// reader reads tiles over HTTP. tlog.TileHashReader checks each tile against the root before it uses it.
type reader struct{ url string }

func (reader) Height() int                         { return tileHeight }
func (reader) SaveTiles(_ []tlog.Tile, _ [][]byte) {}

func (r reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	contents := make([][]byte, len(tiles))
	for at, tile := range tiles {
		// tlog writes the height into the address, C2SP tlog-tiles does not.
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		content, err := get(r.url + "/" + strings.Replace(path, "tile/data/", "tile/entries/", 1))
		if err != nil {
			return nil, err
		}
		contents[at] = content
	}
	return contents, nil
}

func get(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}

// checkLog verifies every entry of a log against its signed root.
func checkLog(url, vkey string) error {
	message, err := get(url + "/checkpoint")
	if err != nil {
		return err
	}
	tree, err := open(message, vkey)
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(tree, reader{url})
	var index int64
	for bundle := int64(0); index < tree.N; bundle++ {
		width := min(tree.N-index, 1<<tileHeight)
		tile := tlog.Tile{H: tileHeight, L: -1, N: bundle, W: int(width)}
		contents, err := reader{url}.ReadTiles([]tlog.Tile{tile})
		if err != nil {
			return err
		}
		entries, err := parseEntries(contents[0])
		if err != nil || int64(len(entries)) != width {
			return fmt.Errorf("bundle %d has %d entries instead of %d: %v", bundle, len(entries), width, err)
		}
		for _, entry := range entries {
			path, err := tlog.ProveRecord(tree.N, index, hashes)
			if err != nil {
				return err
			}
			if err := tlog.CheckRecord(path, tree.N, tree.Hash, index, tlog.RecordHash(entry)); err != nil {
				return fmt.Errorf("entry %d: %w", index, err)
			}
			index++
		}
	}
	fmt.Printf("%d %s\n", tree.N, tree.Hash)
	return nil
}

func parseEntries(bundle []byte) ([][]byte, error) {
	var entries [][]byte
	for len(bundle) > 0 {
		if len(bundle) < 2 || len(bundle)-2 < int(binary.BigEndian.Uint16(bundle)) {
			return nil, fmt.Errorf("the bundle is cut off")
		}
		length := int(binary.BigEndian.Uint16(bundle))
		entries, bundle = append(entries, bundle[2:2+length]), bundle[2+length:]
	}
	return entries, nil
}

// checkGrowth verifies with the tiles of the new tree that it begins with the old one.
func checkGrowth(vkey, oldFile, newFile, url string) error {
	trees := make([]tlog.Tree, 2)
	for at, file := range []string{oldFile, newFile} {
		message, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if trees[at], err = open(message, vkey); err != nil {
			return err
		}
	}
	older, newer := trees[0], trees[1]
	path, err := tlog.ProveTree(newer.N, older.N, tlog.TileHashReader(newer, reader{url}))
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(path, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		return err
	}
	hashes := make([][]byte, len(path))
	for at := range path {
		hashes[at] = path[at][:]
	}
	if err := proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(older.N), uint64(newer.N), hashes,
		older.Hash[:], newer.Hash[:]); err != nil {
		return err
	}
	fmt.Printf("%d %d\n", older.N, newer.N)
	return nil
}

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
	head, message, found := bytes.Cut(text, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if !found || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("not a proof")
	}
	index, err := strconv.ParseUint(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	tree, err := open(message, vkey)
	if err != nil {
		return err
	}
	path := make([][]byte, 0, len(lines)-2)
	for _, line := range lines[2:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		if err != nil {
			return err
		}
		path = append(path, hash)
	}
	leaf := rfc6962.DefaultHasher.HashLeaf(entry)
	if err := proof.VerifyInclusion(rfc6962.DefaultHasher, index, uint64(tree.N), leaf, path, tree.Hash[:]); err != nil {
		return err
	}
	fmt.Printf("%d %d\n", index, tree.N)
	return nil
}
