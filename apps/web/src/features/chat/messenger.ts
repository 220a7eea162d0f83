import { boot, Intercom, shutdown, update } from '@intercom/messenger-js-sdk'
import type { ChatSettings } from '@terrace/contracts/chat'
import { withDialCode } from '@terrace/domain/phone'
import type { WireCurrentUser } from '@terrace/contracts/workspace'

/** A file of its own, loaded only where a chat is configured: the provider's library comes with it. */

/** In pixels: above the basket, which may stand at the foot of every screen. */
const verticalPadding = 92

let isLoaded = false

/** Puts the widget on the page as this user's (spec §7). The first time it also brings the provider's script. */
export function bootMessenger({ app_id, region, widget_url }: ChatSettings, user: WireCurrentUser): void {
  const settings = { app_id, vertical_padding: verticalPadding, ...whoIs(user) }
  if (isLoaded) boot(settings)
  else Intercom({ ...settings, region, ...(widget_url !== undefined && { widgetUrl: widget_url }) })
  isLoaded = true
}

/** Tells the provider that another page is shown, at which it also looks for new messages. */
export function noteRoute(): void {
  update({ last_request_at: Math.floor(Date.now() / 1000) })
}

/** Takes the widget off, and the conversation with it: the next user of this browser must not see it. */
export function shutDownMessenger(): void {
  shutdown()
}

function whoIs(user: WireCurrentUser) {
  const { account_info: person, team_data: team, intercom_hash: hash, intercom_user_jwt: jwt } = user
  return {
    user_id: user.id,
    name: `${user.firstname} ${user.lastname}`.trim(),
    email: user.email,
    phone: withDialCode(person.country_code, person.phone),
    created_at: Math.floor(Date.parse(user.created_at) / 1000),
    company: { company_id: team.id, name: team.name },
    ...(jwt !== undefined && { intercom_user_jwt: jwt }),
    ...(hash !== '' && { user_hash: hash }),
  }
}
