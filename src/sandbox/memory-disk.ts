import type { Disk } from '../agent/installation/credentials-file.ts'

/** Returns a disk in memory, for an agent that stops with its platform. */
export function memoryDisk(): Disk {
  const files = new Map<string, string>()
  return {
    read: async (path) => files.get(path),
    write: async (path, text) => {
      files.set(path, text)
    },
    async setAside(path, name) {
      files.set(name, files.get(path) ?? '')
      files.delete(path)
    },
    isOpenToOthers: async () => false,
  }
}
