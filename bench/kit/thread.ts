/** Threads of a benchmark whose processor time is measured. */
import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

/** Responds, in a thread, to each message with the microseconds of processor time of the thread so far. */
export function reportProcessorTime(): void {
  parentPort!.on('message', () => {
    const { user, system } = process.threadCpuUsage()
    parentPort!.postMessage(user + system)
  })
}

/** Starts a thread that calls `reportProcessorTime`. Returns the first message from it, and a function that reads its processor time. */
export async function startThread<T>(program: URL, workerData: unknown) {
  const worker = new Worker(program, {
    workerData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [first] = (await once(worker, 'message')) as [T]
  const cpu = async (): Promise<number> => {
    worker.postMessage('cpu')
    return ((await once(worker, 'message')) as [number])[0]
  }
  return { first, cpu }
}
