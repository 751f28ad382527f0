package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

// This file checks the program against the test vectors in docs/specification/signatures.json.

type signatureVector struct {
	Name, Purpose, Signature string
	Claims                   json.RawMessage
	PublicKey                string  `json:"public_key"`
	SignedText               *string `json:"signed_text"`
	Valid                    bool
}

// agrees reports whether this program computes the same text and the same verdict as a vector.
func (v signatureVector) agrees() bool {
	given, readable := parse(v.Claims)
	message, fits := signedText(v.Purpose, given)
	sameText := v.SignedText == nil || fits && string(message) == *v.SignedText
	return sameText && v.Valid == (readable && isValid(v.PublicKey, v.Purpose, given, v.Signature))
}

type statementVector struct {
	Name, Purpose, Header string
	Claims                json.RawMessage
	PublicKey             string `json:"public_key"`
	SignatureValid        bool   `json:"signature_valid"`
	Accepted              bool
	Receiver              *struct {
		Issuer, Body   string
		SvcID          string `json:"svc_id"`
		InstallationID string `json:"installation_id"`
		UpstreamURL    string `json:"upstream_url"`
		Now            time.Time
	}
}

func (v statementVector) agrees() bool {
	given, signature, readable := readStatement(v.Header)
	expected, _ := parse(v.Claims)
	sameClaims := readable == (expected != nil) && (!readable || canonical(given) == canonical(expected))
	return sameClaims && v.SignatureValid == (readable && isValid(v.PublicKey, v.Purpose, given, signature)) && (v.Receiver == nil || v.Accepted == v.executes())
}

// executes reports whether the receiver of the vector executes the task.
func (v statementVector) executes() bool {
	own := v.Receiver
	r := &receiver{
		issuer: own.Issuer, svcID: own.SvcID, installationID: own.InstallationID, upstreamURL: own.UpstreamURL, platformKey: v.PublicKey, spent: map[string]time.Time{},
	}
	task, refused := r.examine(http.Header{"X-Svc-Task": {v.Header}}, true, own.Now)
	body, _ := parsed([]byte(own.Body))
	return refused == nil && r.admit(task, []byte(own.Body), body, own.Now) == nil
}

// checkVectors prints the number of vectors, and those with which this program disagrees.
func checkVectors(path string) int {
	var published struct {
		Signatures []signatureVector
		Statements []statementVector
	}
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &published)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	wrong := []string{}
	for _, vector := range published.Signatures {
		if !vector.agrees() {
			wrong = append(wrong, vector.Name)
		}
	}
	for _, vector := range published.Statements {
		if !vector.agrees() {
			wrong = append(wrong, "statement "+vector.Name)
		}
	}
	report, _ := json.Marshal(object{"checked": len(published.Signatures) + len(published.Statements), "wrong": wrong})
	fmt.Println(string(report))
	return min(len(wrong), 1)
}
