export { readRealtimeApp } from './realtime-app.ts'
export { type RealtimePort } from './realtime.port.ts'
export { mountRealtime } from './realtime.routes.ts'
