import { boot, Intercom, shutdown, update } from '@intercom/messenger-js-sdk'
import type { ChatSettings } from '@terrace/contracts/chat'
import { withDialCode } from '@terrace/domain/people/phone'
import type { WireCurrentUser } from '@terrace/contracts/workspace'

/** A separate module, loaded only when chat is configured: it imports the provider's library. */

/** In pixels; keeps the widget above the basket bar. */
const verticalPadding = 92

let isLoaded = false

/** Boots the widget for a user (spec §7). The first call also loads the provider's script. */
export function bootMessenger({ app_id, region, widget_url }: ChatSettings, user: WireCurrentUser): void {
  const settings = { app_id, vertical_padding: verticalPadding, ...messengerUser(user) }
  if (isLoaded) boot(settings)
  else Intercom({ ...settings, region, ...(widget_url !== undefined && { widgetUrl: widget_url }) })
  isLoaded = true
}

/** Reports a page change, on which the provider checks for new messages. */
export function trackRouteChange(): void {
  update({ last_request_at: Math.floor(Date.now() / 1000) })
}

/** Removes the widget and its conversation, which the browser's next user must not see. */
export function shutDownMessenger(): void {
  shutdown()
}

function messengerUser(user: WireCurrentUser) {
  const { account_info: account, team_data: team, intercom_hash: hash, intercom_user_jwt: jwt } = user
  return {
    user_id: user.id,
    name: `${user.firstname} ${user.lastname}`.trim(),
    email: user.email,
    phone: withDialCode(account.country_code, account.phone),
    created_at: Math.floor(Date.parse(user.created_at) / 1000),
    company: { company_id: team.id, name: team.name },
    ...(jwt !== undefined && { intercom_user_jwt: jwt }),
    ...(hash !== '' && { user_hash: hash }),
  }
}
