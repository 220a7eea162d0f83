import { parentPort } from 'node:worker_threads'
import { postTo } from '../../../shared/thread-port.ts'
import { drawOrderPaper } from './draw-order-paper.ts'
import type { OrderPaper } from './order-paper.ts'

// A failure ends the thread, and with that tells whoever waits.
async function make(paper: OrderPaper): Promise<void> {
  postTo(parentPort, await drawOrderPaper(paper))
}

parentPort?.on('message', (paper: OrderPaper) => void make(paper))
