import type { LetterWords } from './letter-words.ts'

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
    subject: `${oneLine(invitedBy)} invites you to ${oneLine(teamName)} on ${brand}`,
    // How the person is called is not known yet.
    firstName: '',
    paragraphs: [
      `${oneLine(invitedBy)} invites you to the team ${oneLine(teamName)} on ${brand}, where you buy and hold tickets together. With this link you choose a username and a password. It works once, and for seven days.`,
    ],
    action: { label: 'Join the team', link },
    footnote: 'If you do not know who this is, you need to do nothing.',
  }
}

/** Names are given by people: kept short and on one line, they stay a name. */
function oneLine(name: string): string {
  const text = name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
