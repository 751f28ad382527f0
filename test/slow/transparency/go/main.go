// Verifies a transparency log with third-party libraries: golang.org/x/mod for notes and tiles,
// transparency-dev/merkle for proofs, and transparency-dev/formats for checkpoints and cosignatures.
//
//	transparency log URL VKEY               reads checkpoint, tiles and entries under the URL; prints size and root
//	transparency grew VKEY OLD NEW URL      checks that the log of the note NEW begins with that of the note OLD
//	transparency proof VKEY ENTRY FILE      checks a proof in the format of C2SP tlog-proof
//	transparency head VKEY FILE             checks the published head of an audit chain
//	transparency cosigned VKEY WITNESS FILE checks that the witness with this key cosigned a note
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/transparency-dev/formats/log"
	cosignature "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "log":
		err = checkLog(args[1], args[2])
	case len(args) == 5 && args[0] == "grew":
		err = checkGrowth(args[1], args[2], args[3], args[4])
	case len(args) == 4 && args[0] == "proof":
		err = checkProof(args[1], args[2], args[3])
	case len(args) == 3 && args[0] == "head":
		err = checkHead(args[1], args[2])
	case len(args) == 4 && args[0] == "cosigned":
		err = checkCosignature(args[1], args[2], args[3])
	default:
		err = fmt.Errorf("usage: log URL VKEY | grew VKEY OLD NEW URL | proof VKEY ENTRY FILE | head VKEY FILE | cosigned VKEY WITNESS FILE")
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
	checkpoint, _, _, err := log.ParseCheckpoint(message, verifier.Name(), verifier)
	if err != nil {
		return tlog.Tree{}, err
	}
	tree := tlog.Tree{N: int64(checkpoint.Size)}
	if copy(tree.Hash[:], checkpoint.Hash) != len(tree.Hash) {
		return tlog.Tree{}, fmt.Errorf("the root of the checkpoint is %d bytes long", len(checkpoint.Hash))
	}
	return tree, nil
}

// checkCosignature verifies the signatures of the log and of a witness below a checkpoint.
func checkCosignature(vkey, witnessKey, file string) error {
	message, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	witness, err := cosignature.NewVerifierForCosignatureV1(witnessKey)
	if err != nil {
		return err
	}
	checkpoint, _, opened, err := log.ParseCheckpoint(message, verifier.Name(), verifier, witness)
	if err != nil {
		return err
	}
	for _, signature := range opened.Sigs {
		if signature.Name != witness.Name() || signature.Hash != witness.KeyHash() {
			continue
		}
		at, err := cosignature.CoSigV1Timestamp(signature)
		if err != nil {
			return err
		}
		fmt.Printf("%d %s %s\n", checkpoint.Size, witness.Name(), at.UTC().Format(time.RFC3339))
		return nil
	}
	return fmt.Errorf("%s has not cosigned this checkpoint", witness.Name())
}

// reader reads tiles over HTTP, each once, because the platform limits the requests from one address. tlog.TileHashReader checks each tile
// against the root before it uses it.
type reader struct {
	url   string
	known map[string][]byte
}

func newReader(url string) reader                  { return reader{url, map[string][]byte{}} }
func (reader) Height() int                         { return tileHeight }
func (reader) SaveTiles(_ []tlog.Tile, _ [][]byte) {}

func (r reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	contents := make([][]byte, len(tiles))
	for at, tile := range tiles {
		// tlog writes the height of a tile into its path, but C2SP tlog-tiles does not.
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		path = strings.Replace(path, "tile/data/", "tile/entries/", 1)
		if _, isKnown := r.known[path]; !isKnown {
			content, err := get(r.url + "/" + path)
			if err != nil {
				return nil, err
			}
			r.known[path] = content
		}
		contents[at] = r.known[path]
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
