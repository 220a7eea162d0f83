import { createHmac } from 'node:crypto'
import type { ChatSettings } from '@terrace/contracts/chat'
import type { ChatPort, ChatSources } from '../chat.port.ts'

export interface IntercomOptions {
  appId: string
  region: ChatSettings['region']
  identity: 'user_hash' | 'jwt'
  secret: string
}

/** Short, because the widget uses the token immediately. */
const jwtSeconds = 300

/**
 * Intercom's hosted messenger. The secret stays on the server; the browser gets only the signature of its own user.
 */
export function createIntercomChat({ appId, region, identity, secret }: IntercomOptions): ChatPort {
  return {
    browser: { app_id: appId, region },
    sources,
    identify: ({ id }, now) =>
      identity === 'jwt'
        ? { intercom_hash: '', intercom_user_jwt: userJwt(secret, id, now) }
        : { intercom_hash: userHash(secret, id) },
    attach: () => undefined,
  }
}

/** Intercom identity verification: hex HMAC-SHA256 of the user id. */
function userHash(secret: string, userId: string): string {
  return createHmac('sha256', secret).update(userId).digest('hex')
}

function userJwt(secret: string, userId: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const body = [
    { alg: 'HS256', typ: 'JWT' },
    { user_id: userId, iat: seconds, exp: seconds + jwtSeconds },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** Real-time hosts of all regions. */
const nexus = ['websocket-a', 'websocket-b', 'europe-websocket', 'australia-websocket'].map(
  (name) => `nexus-${name}.intercom.io`,
)

/** From Intercom's help centre (article 3894), for all regions. */
const sources: ChatSources = {
  scriptSrc: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
  connectSrc: [
    'https://via.intercom.io',
    ...['api', 'api.eu', 'api.au', 'api-iam', 'api-iam.eu', 'api-iam.au', 'api-ping'].map(intercomHost),
    ...['*.intercom-messenger.com', ...nexus].flatMap((host) => [`https://${host}`, `wss://${host}`]),
    'https://uploads.intercomcdn.com',
    'https://uploads.intercomcdn.eu',
    'https://uploads.au.intercomcdn.com',
    'https://uploads.eu.intercomcdn.com',
    'https://uploads.intercomusercontent.com',
  ],
  frameSrc: [
    'https://intercom-sheets.com',
    'https://www.intercom-reporting.com',
    'https://www.youtube.com',
    'https://player.vimeo.com',
    'https://fast.wistia.net',
  ],
  fontSrc: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  formAction: ['https://intercom.help', ...['api-iam', 'api-iam.eu', 'api-iam.au'].map(intercomHost)],
  mediaSrc: [
    "'self'",
    'https://js.intercomcdn.com',
    'https://downloads.intercomcdn.com',
    'https://downloads.intercomcdn.eu',
    'https://downloads.au.intercomcdn.com',
  ],
  imgSrc: [
    'https://js.intercomcdn.com',
    'https://static.intercomassets.com',
    'https://static.intercomassets.eu',
    'https://static.au.intercomassets.com',
    'https://downloads.intercomcdn.com',
    'https://downloads.intercomcdn.eu',
    'https://downloads.au.intercomcdn.com',
    'https://uploads.intercomusercontent.com',
    'https://gifs.intercomcdn.com',
    'https://video-messages.intercomcdn.com',
    'https://messenger-apps.intercom.io',
    'https://messenger-apps.eu.intercom.io',
    'https://messenger-apps.au.intercom.io',
    'https://*.intercom-attachments-1.com',
    'https://*.intercom-attachments.eu',
    'https://*.au.intercom-attachments.com',
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `https://*.intercom-attachments-${number}.com`),
  ],
}

function intercomHost(name: string): string {
  return `https://${name}.intercom.io`
}
