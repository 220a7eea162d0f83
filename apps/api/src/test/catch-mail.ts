import { createServer, type Socket } from 'node:net'

export interface MailCatcher {
  url: string
  /** Every letter taken, as it came. */
  letters: Buffer[]
  /** What the server says to the next `RCPT TO` instead of taking it. */
  refuseNext(answer: string): void
  close(): Promise<void>
}

/** A mail server that takes letters for everybody and delivers none; just enough SMTP for a client to be content. */
export async function catchMail(): Promise<MailCatcher> {
  const letters: Buffer[] = []
  const refusals: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let text = ''
    let isData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 catcher')
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          letters.push(Buffer.from(line.replaceAll('\r\n..', '\r\n.'), 'latin1'))
          say('250 taken')
        } else answerTo(line)
      }
    })
    function answerTo(line: string): void {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') say('250 catcher')
      else if (verb === 'RCPT') say(refusals.shift() ?? '250 ok')
      else if (verb === 'DATA') {
        isData = true
        say('354 go on')
      } else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else say('250 ok')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the catcher has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
    refuseNext: (answer) => void refusals.push(answer),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
