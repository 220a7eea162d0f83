import { createHmac } from 'node:crypto'
import type { ChatSettings } from '@terrace/contracts/chat'
import type { ChatPort, ChatSources } from '../chat.port.ts'

export interface IntercomOptions {
  appId: string
  region: ChatSettings['region']
  identity: 'user_hash' | 'jwt'
  secret: string
}

/** A widget boots at once with what it is given; the token is of no use to whoever finds it later. */
const jwtSeconds = 300

/** The hosted messenger. The secret stays here; the browser gets what was made with it, for its own user only. */
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

/** Hex HMAC-SHA256 of the user's id, Intercom's identity verification. */
function userHash(secret: string, userId: string): string {
  return createHmac('sha256', secret).update(userId).digest('hex')
}

/** A JWT by HS256 that names the user, for {@link jwtSeconds} from now. */
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

/** Where news come from, of each region. */
const nexus = ['websocket-a', 'websocket-b', 'europe-websocket', 'australia-websocket'].map(
  (name) => `nexus-${name}.intercom.io`,
)

/** As Intercom's help centre lists them (article 3894), for all of its regions. */
const sources: ChatSources = {
  scriptSrc: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
  connectSrc: [
    'https://via.intercom.io',
    ...['api', 'api.eu', 'api.au', 'api-iam', 'api-iam.eu', 'api-iam.au', 'api-ping'].map(ofIntercom),
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
  formAction: ['https://intercom.help', ...['api-iam', 'api-iam.eu', 'api-iam.au'].map(ofIntercom)],
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

function ofIntercom(name: string): string {
  return `https://${name}.intercom.io`
}
