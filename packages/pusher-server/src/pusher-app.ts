/** An app in Pusher's terms: the key is public, the secret signs requests and channel subscriptions. */
export interface PusherApp {
  appId: string
  key: string
  secret: string
}
