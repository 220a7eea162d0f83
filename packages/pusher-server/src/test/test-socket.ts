import { WebSocket } from 'ws'

interface Frame {
  event: string
  channel?: string
  data?: unknown
  user_id?: string
}

export type TestSocket = ReturnType<typeof openSocket>

/** A bare WebSocket, for frames that the official clients never send. */
export function openSocket(url: string) {
  const socket = new WebSocket(url)
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    // Frames of our own server; a malformed one fails the test that reads it.
    frames.push(JSON.parse(data.toString()) as Frame)
    wake()
  })
  const closed = new Promise<number>((done) => {
    socket.once('close', (code) => done(code))
  })

  function next(event: string): Promise<Frame> {
    return new Promise((done) => {
      function check() {
        const at = frames.findIndex((frame) => frame.event === event)
        if (at === -1) return
        waiting.delete(check)
        done(frames.splice(at, 1)[0] as Frame)
      }
      waiting.add(check)
      check()
    })
  }

  return {
    socket,
    /** Frames that {@link next} has not taken. */
    frames,
    next,
    /** Resolves with the close code. */
    closed,
    send: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    /** Waits for the greeting and returns the socket id. */
    async greeted(): Promise<string> {
      const { data } = await next('pusher:connection_established')
      // frames.test.ts checks the shape of the greeting.
      return (JSON.parse(String(data)) as { socket_id: string }).socket_id
    },
    /** Waits for a pong, which proves that the server has handled every earlier frame. */
    async flush(): Promise<void> {
      socket.send('{"event":"pusher:ping","data":{}}')
      await next('pusher:pong')
    },
  }
}
