import { toOneLine, withoutLinks, type EmailContent } from './email-content.ts'

const dataRetentionNote = 'Your holds and orders stay with the team.'
const canRejoinNote =
  'You can use this email address to join a team by invitation or to sign up for your own account.'

export function teamInvitationEmail({
  teamName,
  invitedBy,
  link,
  brand,
}: {
  teamName: string
  invitedBy: string
  link: string
  brand: string
}): EmailContent {
  return {
    subject: `${shortName(invitedBy)} invites you to ${shortName(teamName)} on ${brand}`,
    // The invitee's name is not known yet.
    firstName: '',
    paragraphs: [
      `${shortName(invitedBy)} invited you to buy and hold tickets as a team. Join ${shortName(teamName)} on ${brand}. The link expires in seven days.`,
    ],
    action: { label: 'Join the team', link },
    footnote: 'If you don’t know the sender, ignore this email.',
  }
}

interface EndedMembershipEmail {
  firstName: string
  teamName: string
  brand: string
}

export function memberRemovedEmail({ firstName, teamName, brand }: EndedMembershipEmail): EmailContent {
  return {
    subject: `You have been removed from ${shortName(teamName)} on ${brand}`,
    firstName,
    paragraphs: [
      `An owner removed you from ${shortName(teamName)} on ${brand}. Your account is closed, and you’re logged out on all devices.`,
      dataRetentionNote,
    ],
    footnote: canRejoinNote,
  }
}

export function memberLeftEmail({ firstName, teamName, brand }: EndedMembershipEmail): EmailContent {
  return {
    subject: `You have left ${shortName(teamName)} on ${brand}`,
    firstName,
    paragraphs: [
      `You left ${shortName(teamName)} on ${brand}. Your account is closed, and you’re logged out on all devices.`,
      dataRetentionNote,
      'If this wasn’t you, ask an owner of the team for a new invitation and contact us.',
    ],
    footnote: canRejoinNote,
  }
}

export function permissionsChangedEmail({
  firstName,
  teamName,
  permissions,
  brand,
}: EndedMembershipEmail & { permissions: readonly string[] }): EmailContent {
  const list = permissions.join(', ')
  return {
    subject: `Your permissions in ${shortName(teamName)} on ${brand} have changed`,
    firstName,
    paragraphs: [
      permissions.length === 0
        ? `An owner changed your permissions. You can no longer work with the inventory of ${shortName(teamName)} on ${brand}.`
        : `An owner changed your permissions. For the inventory of ${shortName(teamName)} on ${brand} you now have: ${list}.`,
    ],
    footnote: 'If this is unexpected, ask an owner of your team.',
  }
}

/** User-supplied names are cut to 60 characters on one line, without links, so they can't carry a message. */
function shortName(name: string): string {
  const text = withoutLinks(toOneLine(name))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
