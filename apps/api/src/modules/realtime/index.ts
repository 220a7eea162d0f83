export { type ChannelClaim, type ChannelRule } from './channel-rules.ts'
export { installedApp } from './install-app.ts'
export { type RealtimeApp, type RealtimePort } from './realtime.port.ts'
export { mountRealtime } from './realtime.routes.ts'
