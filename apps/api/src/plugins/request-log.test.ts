import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { installRequestLog, loggedUrl } from './request-log.ts'

test('a request is logged as one line with URL and status, and without its token', async () => {
  const lines: string[] = []
  const logger: FastifyBaseLogger = pino({}, { write: (line: string) => void lines.push(line) })
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  installRequestLog(app)
  app.get('/teapot', (_request, reply) => reply.code(418).send('short and stout'))
  await app.inject({ url: '/teapot?full=1', headers: { authorization: 'Bearer secret-token' } })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request completed',
    req: { method: 'GET', url: '/teapot?full=1' },
    res: { statusCode: 418 },
    responseTime: expect.any(Number),
  })
  expect(lines[0]).not.toContain('secret-token')
})

test.each([
  ['/reset-password/Kz9kEdBfx6iXquoH2', '/reset-password/…'],
  ['/reset-password/a/b?c=d', '/reset-password/…?c=d'],
  ['/verify-email/Kz9kEdBfx6iXquoH2', '/verify-email/…'],
  ['/join/Kz9kEdBfx6iXquoH2', '/join/…'],
  ['/quote/9f2c7a/3', '/quote/…'],
  ['/kZ9kEdBfx6iXquoH2-_abc', '/…'],
  ['/kZ9kEdBfx6iXquoH2-_abc/off_1', '/…'],
  ['/category/premier-league', '/category/premier-league'],
  ['/api/ticket-files/Kz9kEdBfx6iXquoH2', '/api/ticket-files/…'],
  ['/api/auth/unique?email=jo@example.test', '/api/auth/unique?…'],
  ['/signing/frame?id=sgn_1&Signer_UserName=Ann+Buyer&Signer_Email=a%40b.test', '/signing/frame?…'],
  ['/login?next=%2Freset-password%2Fabc', '/login?…'],
  ['/handover/start?issuer=harbour&return_to=%2Fquote%2Fabc', '/handover/start?…'],
  [
    '/?page=1&token=abc.def&handover_session=x&access_token=y&z=2',
    '/?page=1&token=…&handover_session=…&access_token=…&z=2',
  ],
  [
    '/checkout/confirm?attempt=att_1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x',
    '/checkout/confirm?attempt=att_1&payment_intent=pi_1&payment_intent_client_secret=…',
  ],
  [
    '/profile?setup_intent_client_secret=x&redirect_status=ok',
    '/profile?setup_intent_client_secret=…&redirect_status=ok',
  ],
  ['/sandbox/challenge/ch_1?secret=abc', '/sandbox/challenge/ch_1?secret=…'],
  ['/?tab=secret&secrets=2', '/?tab=secret&secrets=2'],
  ['/api/trade/clients?search=Jane%20Roe&page=2', '/api/trade/clients?search=…&page=2'],
  ['/profile?tab=quotes&q=jane@roe.example&name[]=Jane', '/profile?tab=quotes&q=…&name[]=…'],
  ['/?access%5Ftoken=abc&%54OKEN=abc&c%6fde[]=abc', '/?access%5Ftoken=…&%54OKEN=…&c%6fde[]=…'],
  ['/?%E0%A4%A=abc&page=%zz', '/?%E0%A4%A=…&page=%zz'],
  ['/api/tickets/feed?event_id=7', '/api/tickets/feed?event_id=7'],
  ['/api/tickets/feed?id%5B%5D=7&tokens=2', '/api/tickets/feed?id%5B%5D=7&tokens=2'],
])('the log omits personal data and secrets from %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged)
})
