import { execFileSync } from 'node:child_process'

/** Builds the dashboard as it is now, once for all workers: it takes a second, and only when its sources have changed. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/dashboard.mjs'], { stdio: 'inherit' })
}
