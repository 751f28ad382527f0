/** What a scan reads at most: an image beyond any of these is refused, not read in part. */
export const MAX_LAYERS = 256
export const MAX_ENTRIES = 1_000_000
export const MAX_PACKAGES = 50_000
export const MANIFEST_BYTES = 4 * 1024 ** 2
export const CONFIG_BYTES = 8 * 1024 ** 2
/** Compressed, as the registry sends it. */
export const LAYER_BYTES = 4 * 1024 ** 3
export const IMAGE_BYTES = 16 * 1024 ** 3
/** Of all layers together, unpacked. */
export const UNPACKED_BYTES = 32 * 1024 ** 3
/** Unpacked by compressed bytes, once a layer has shown that it is not small. */
export const UNPACK_RATIO = 250
export const UNPACK_RATIO_FROM_BYTES = 256 * 1024 ** 2
/** Longest path that Linux can open. */
export const PATH_BYTES = 4096
/** The list of packages of a whole distribution. */
export const DATABASE_BYTES = 64 * 1024 ** 2
/** The description of one package, or a file that could hold a secret. */
export const FILE_BYTES = 1024 ** 2

/** Findings kept of one scan before they are counted only, and findings of one report. */
export const MAX_COLLECTED_FINDINGS = 20_000
export const MAX_REPORTED_FINDINGS = 2_000

export const SCAN_TIMEOUT_MS = 15 * 60_000
/** Who scans says so again within this time, else somebody else takes the scan over. */
export const SCAN_CLAIM_MS = 60_000
export const SCAN_ATTEMPTS = 3
