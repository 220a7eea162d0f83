import { oneLine, type LetterWords } from './letter-words.ts'

const whatStays = 'What you held and bought stays with the team.'
const freeAgain =
  'With this email address you can be invited again, to any team, or sign up for an account of your own.'

export function teamInvitationWords({
  teamName,
  invitedBy,
  link,
  brand,
}: {
  teamName: string
  invitedBy: string
  link: string
  brand: string
}): LetterWords {
  return {
    subject: `${shortName(invitedBy)} invites you to ${shortName(teamName)} on ${brand}`,
    // How the person is called is not known yet.
    firstName: '',
    paragraphs: [
      `${shortName(invitedBy)} invites you to the team ${shortName(teamName)} on ${brand}, where you buy and hold tickets together. With this link you choose a username and a password. It works once, and for seven days.`,
    ],
    action: { label: 'Join the team', link },
    footnote: 'If you do not know who this is, you need to do nothing.',
  }
}

interface Gone {
  firstName: string
  teamName: string
  brand: string
}

export function memberRemovedWords({ firstName, teamName, brand }: Gone): LetterWords {
  return {
    subject: `You have been removed from ${shortName(teamName)} on ${brand}`,
    firstName,
    paragraphs: [
      `An owner of the team ${shortName(teamName)} on ${brand} has removed you from it. Your account is closed, and you have been logged out everywhere.`,
      whatStays,
    ],
    footnote: freeAgain,
  }
}

export function memberLeftWords({ firstName, teamName, brand }: Gone): LetterWords {
  return {
    subject: `You have left ${shortName(teamName)} on ${brand}`,
    firstName,
    paragraphs: [
      `You have left the team ${shortName(teamName)} on ${brand}. Your account is closed, and you have been logged out everywhere.`,
      whatStays,
      'If it was not you, ask an owner of the team for a new invitation, and tell us.',
    ],
    footnote: freeAgain,
  }
}

/** Names are given by people: kept short and on one line, they stay a name. */
function shortName(name: string): string {
  const text = oneLine(name)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
