import { readFileSync } from 'node:fs'
import type { ChatPort } from '../chat.port.ts'

const path = '/chat/widget.js'
const script = readFileSync(new URL('../widget/widget.js', import.meta.url), 'utf8')

/** A local demo widget with the API of the hosted one. It sends nothing. */
export const localChat: ChatPort = {
  browser: { app_id: 'local', region: 'us', widget_url: path },
  sources: {},
  identify: () => ({ intercom_hash: '' }),
  attach(app) {
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
    )
  },
}
