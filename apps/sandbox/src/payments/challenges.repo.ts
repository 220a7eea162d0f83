import { flag, text } from '../store/columns.ts'
import type { Row, Store } from '../store/store.ts'

/** A bank's 3-D Secure question about a payment, or about a card being saved. */
export interface Challenge {
  secret: string
  /** Id of the intent or the setup. */
  subjectId: string
  /** A path on the shop's origin. */
  returnUrl: string
  isCompleted: boolean
}

export function insertChallenge(store: Store, challenge: Omit<Challenge, 'isCompleted'>): void {
  store.run(
    'insert into challenges (secret, subject_id, return_url) values (:secret, :subjectId, :returnUrl)',
    { ...challenge },
  )
}

export function findChallenge(store: Store, subjectId: string, secret: string): Challenge | undefined {
  const row = store.find('select * from challenges where secret = :secret and subject_id = :subjectId', {
    secret,
    subjectId,
  })
  return row && challengeOf(row)
}

export function findOpenChallenge(store: Store, subjectId: string): Challenge | null {
  const row = store.find('select * from challenges where subject_id = :subjectId and is_completed = 0', {
    subjectId,
  })
  return row ? challengeOf(row) : null
}

export function closeChallenge(store: Store, subjectId: string): void {
  store.run('update challenges set is_completed = 1 where subject_id = :subjectId and is_completed = 0', {
    subjectId,
  })
}

function challengeOf(row: Row): Challenge {
  return {
    secret: text(row, 'secret'),
    subjectId: text(row, 'subject_id'),
    returnUrl: text(row, 'return_url'),
    isCompleted: flag(row, 'is_completed'),
  }
}
