/** Limits what a scan reads. An image that exceeds a limit is refused rather than scanned in part, unless noted otherwise. */
export const MAX_LAYERS = 256
export const MAX_ENTRIES = 1_000_000
export const MAX_PACKAGES = 50_000
export const MANIFEST_BYTES = 4 * 1024 ** 2
export const CONFIG_BYTES = 8 * 1024 ** 2
/** Compressed size, as the image registry sends it. */
export const LAYER_BYTES = 4 * 1024 ** 3
export const IMAGE_BYTES = 16 * 1024 ** 3
/** Unpacked size of all layers together. */
export const UNPACKED_BYTES = 32 * 1024 ** 3
/** Limits the ratio of unpacked to compressed bytes of a layer, once it has unpacked to more than `UNPACK_RATIO_FROM_BYTES`. */
export const UNPACK_RATIO = 250
export const UNPACK_RATIO_FROM_BYTES = 256 * 1024 ** 2
/** The longest path that Linux can open. Entries with longer paths are skipped. */
export const PATH_BYTES = 4096
/** Limits the package list of a whole distribution. */
export const DATABASE_BYTES = 64 * 1024 ** 2
/**
 * Limits a bill of materials, because it is stored, backed up and returned as a whole. It has room for 50,000 packages with names of
 * ordinary length; the longest names and versions would make it seven times as large.
 */
export const SBOM_BYTES = 16 * 1024 ** 2
/**
 * Limits how much of the description of one package is read, and the size of the files that are searched for secrets. Larger files are not
 * refused.
 */
export const FILE_BYTES = 1024 ** 2

/** Limits the findings that are kept of one scan (others are only counted), and the findings in one report. */
export const MAX_COLLECTED_FINDINGS = 20_000
export const MAX_REPORTED_FINDINGS = 2_000

/** Limits how many comparisons of a version with an advisory one scan makes. An image of 10,000 packages needs about 100,000 of them. */
export const MAX_COMPARISONS = 1_000_000

export const SCAN_TIMEOUT_MS = 15 * 60_000
/** Limits how long a process holds a scan without renewing its claim; after that, another process takes over the scan. */
export const SCAN_CLAIM_MS = 60_000
export const SCAN_ATTEMPTS = 3
