import { createServer, type Socket } from 'node:net'

export interface MailCatcher {
  url: string
  /** Raw bytes of every received email. */
  emails: Buffer[]
  /** Rejects the next `RCPT TO` with this reply. */
  rejectNext(reply: string): void
  /** The next connections are accepted and get no response. */
  silence(connections: number): void
  /** Open connections that got no response. */
  silent(): number
  close(): Promise<void>
}

/** Starts a minimal SMTP server that accepts every email and delivers none. */
export async function catchMail(): Promise<MailCatcher> {
  const emails: Buffer[] = []
  const rejections: string[] = []
  const sockets = new Set<Socket>()
  const silentSockets = new Set<Socket>()
  let silenced = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (silenced > 0) {
      silenced -= 1
      silentSockets.add(socket)
      socket.on('close', () => silentSockets.delete(socket))
      return
    }
    let text = ''
    let isData = false
    const reply = (line: string) => socket.write(`${line}\r\n`)
    reply('220 catcher')
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          emails.push(Buffer.from(line.replaceAll('\r\n..', '\r\n.'), 'latin1'))
          reply('250 taken')
        } else handleCommand(line)
      }
    })
    function handleCommand(line: string): void {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') reply('250 catcher')
      else if (verb === 'RCPT') reply(rejections.shift() ?? '250 ok')
      else if (verb === 'DATA') {
        isData = true
        reply('354 go on')
      } else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else reply('250 ok')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail catcher has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    emails,
    rejectNext: (reply) => void rejections.push(reply),
    silence(connections) {
      silenced = connections
    },
    silent: () => silentSockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
