import type { Disk } from '../agent/installation/credentials-file.ts'

/** Creates a disk in memory, for an agent whose platform exists no longer than its own process. */
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
