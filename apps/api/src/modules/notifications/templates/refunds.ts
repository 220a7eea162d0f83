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
  wasPaid,
  link,
}: {
  firstName: string
  number: string
  line: RefundLine
  /** They were told that it was on its way. */
  wasPaid: boolean
  link: string | undefined
}): LetterWords {
  return {
    subject: `Your refund of ${formatMoney(line.total)} for order ${number} takes longer`,
    firstName,
    paragraphs: [
      wasPaid
        ? `We wrote that we had paid back ${formatMoney(line.total)} for ${oneLine(line.title)}, cancelled in your order ${number}. Your bank has sent the money back to us since.`
        : `Your bank did not take the ${formatMoney(line.total)} that we paid back for ${oneLine(line.title)}, cancelled in your order ${number}.`,
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
  wasPaid,
}: {
  firstName: string
  number: string
  line: RefundLine
  /** The bank had taken it before. */
  wasPaid: boolean
}): LetterWords {
  const refund = line.refund?.id ?? '<refund>'
  return {
    subject: `Refund failed: ${formatMoney(line.total)} of order ${number}`,
    firstName,
    paragraphs: [
      wasPaid
        ? `${formatMoney(line.total)} that were paid back for ${oneLine(line.title)} (${line.id}) of order ${number} have come back from the bank, and the books have them again. The buyer is told that it takes longer.`
        : `${formatMoney(line.total)} could not be paid back for ${oneLine(line.title)} (${line.id}) of order ${number}. The buyer is told that it takes longer.`,
      'See on the payment provider’s own pages why. Where it can be made after all, have it asked for once more:',
      `npm run admin -- refund ${refund} --retry`,
      'Else pay the buyer by other means, and book it with the words that the buyer will read:',
      `npm run admin -- refund ${refund} --paid-otherwise "by bank transfer"`,
    ],
  }
}
