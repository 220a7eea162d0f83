import { Button } from '#web/ui/button.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import type { SeenInvitation } from './join.ts'
import { JoinForm } from './join-form.tsx'

interface JoinTeamProps {
  token: string
  invitation: SeenInvitation
  /** Name of who is logged in on this browser; null where nobody is. */
  loggedInAs: string | null
  onLogOut: () => void
  onDone: () => void
}

/** What the invited person can do: join, log out first, or learn why it cannot be. */
export function JoinTeam({ token, invitation, loggedInAs, onLogOut, onDone }: JoinTeamProps) {
  const { email, account, team, invited_by: by } = invitation
  if (account !== 'none') {
    return (
      <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
        {account === 'this_team'
          ? `${email} is in the team ${team} already. Log in with the username and password of that account.`
          : `${email} has an account with another team already, and an account belongs to one team. Ask ${by} to invite another address of yours, or have an owner of your present team remove you first.`}
      </Notice>
    )
  }
  if (loggedInAs !== null) {
    return (
      <div className="space-y-5">
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
          {`You are logged in as ${loggedInAs}. Joining opens an account of its own for ${email}.`}
        </Notice>
        <Button tone="primary" size="lg" isFullWidth onPress={onLogOut}>
          Log out and go on
        </Button>
      </div>
    )
  }
  return <JoinForm token={token} email={email} onDone={onDone} />
}
