/** Identifies, in every report, the suite and the interface against which it judges. */
export const SUITE = {
  name: 'svc-conformance',
  version: '1.0.0',
  /** Rules keep their meaning within a set. New rules are reported but do not count until the next set. */
  rule_set: '1',
  /** SHA-256 of the interface document that the clauses quote. */
  interface_sha256: '04404bd5fc3df818ee6608959eea68938136fb529b718e99b01efbf629af3ee7',
} as const
