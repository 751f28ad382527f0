import { execFileSync } from 'node:child_process'

/** Builds the dashboard once for all workers, if its sources have changed. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/dashboard.mjs'], { stdio: 'inherit' })
}
