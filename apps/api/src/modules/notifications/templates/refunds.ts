import { formatMoney, type Money } from '@terrace/domain/money'
import { oneLine, type LetterWords } from './letter-words.ts'

interface RefundLine {
  id: string
  title: string
  total: Money
  refund: { id: string } | undefined
}

/** To the buyer: what is owed to them could not be paid back by the way that it came. */
export function refundDelayedWords({
  firstName,
  number,
  line,
  link,
}: {
  firstName: string
  number: string
  line: RefundLine
  link: string | undefined
}): LetterWords {
  return {
    subject: `Your refund of ${formatMoney(line.total)} for order ${number} takes longer`,
    firstName,
    paragraphs: [
      `Your bank did not take the ${formatMoney(line.total)} that we paid back for ${oneLine(line.title)}, cancelled in your order ${number}.`,
      'The money is still yours. We look into it and pay you by another way if we have to; we write again when it is on its way.',
    ],
    ...(link !== undefined && { action: { label: 'See your order', link } }),
  }
}

/** To the operators: a refund needs somebody to look into it. */
export function refundFailedWords({
  firstName,
  number,
  line,
}: {
  firstName: string
  number: string
  line: RefundLine
}): LetterWords {
  const refund = line.refund?.id ?? '<refund>'
  return {
    subject: `Refund failed: ${formatMoney(line.total)} of order ${number}`,
    firstName,
    paragraphs: [
      `${formatMoney(line.total)} could not be paid back for ${oneLine(line.title)} (${line.id}) of order ${number}. The buyer is told that it takes longer.`,
      'See on the payment provider’s own pages why. Where it can be made after all, have it asked for once more:',
      `npm run admin -- refund ${refund} --retry`,
      'Else pay the buyer by other means, and book it with the words that the buyer will read:',
      `npm run admin -- refund ${refund} --paid-otherwise "by bank transfer"`,
    ],
  }
}
