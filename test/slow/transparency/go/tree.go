package main

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

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
	tiles := newReader(url)
	hashes := tlog.TileHashReader(tree, tiles)
	var index int64
	for bundle := int64(0); index < tree.N; bundle++ {
		width := min(tree.N-index, 1<<tileHeight)
		tile := tlog.Tile{H: tileHeight, L: -1, N: bundle, W: int(width)}
		contents, err := tiles.ReadTiles([]tlog.Tile{tile})
		if err != nil {
			return err
		}
		entries, err := parseEntries(contents[0])
		if err != nil {
			return fmt.Errorf("bundle %d: %w", bundle, err)
		}
		if int64(len(entries)) != width {
			return fmt.Errorf("bundle %d has %d entries instead of %d", bundle, len(entries), width)
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
			return nil, fmt.Errorf("the bundle is truncated")
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
	path, err := tlog.ProveTree(newer.N, older.N, tlog.TileHashReader(newer, newReader(url)))
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
