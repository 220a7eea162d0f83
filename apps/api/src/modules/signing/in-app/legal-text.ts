/** A text to be signed. Every change of wording needs a new version. */
export interface LegalText {
  version: string
  title: string
  sections: readonly LegalSection[]
}

export interface LegalSection {
  title: string
  paragraphs: readonly string[]
}

/** The terms that a trade buyer signs. Signed documents keep their version's wording. */
export function buyerTerms(brand: string): LegalText {
  return {
    version: '2026-12',
    title: 'Buyer terms and conditions',
    sections: [
      {
        title: 'The agreement',
        paragraphs: [
          `These terms are an agreement between you, the trade buyer who signs them, and ${brand}, which operates the marketplace. They apply to all use of your account from the time it is approved. If you sign for a company, you confirm that you are authorised to bind it, and “you” means that company.`,
          `${brand} is a marketplace where professional sellers offer tickets to professional buyers. Each ticket is sold by the seller named on its listing. ${brand} collects payment, charges its service fee and monitors delivery. It does not organise events.`,
          'The marketplace is for business use only. You buy to resell or to supply your own customers, not as a consumer, and consumer protection rules do not apply between us.',
        ],
      },
      {
        title: 'Your account',
        paragraphs: [
          'You must give accurate registration details and keep them up to date. We may ask for proof of identity and of your business, and may approve, reject or close an account where required by law or for the security of the marketplace.',
          'Keep your password confidential. You are responsible for activity under your account until you report misuse. Your colleagues get their own accounts in your team, and you are responsible for those in the same way.',
          'You may use the marketplace only through its pages and published interfaces. You must not collect its data by automated means beyond what those allow, redistribute its data in bulk, or try to identify the seller behind a listing in order to bypass the marketplace.',
        ],
      },
      {
        title: 'Holds and purchases',
        paragraphs: [
          'A hold reserves tickets for you for the time shown. Holds are free and create no obligation to buy. When a hold expires or you release it, its tickets go back on sale. The number of tickets a team may hold at once is limited.',
          'You make an offer to buy when you confirm payment. The purchase is binding once we confirm it to you with an order number. Until then there is no contract of sale, even if an amount has been authorised on your card.',
          'A confirmed purchase is final. You cannot cancel, exchange or change it for any reason, except where these terms or the buyer policy provide otherwise.',
        ],
      },
      {
        title: 'Prices and payment',
        paragraphs: [
          'Prices are shown in your base currency. A hold fixes the price, the exchange rate and the service fee of its tickets. The service fee is shown before you pay and is part of the total.',
          'You pay in full by card at the time of purchase. If your bank reverses a payment although the tickets were delivered as described, you owe us that amount and any fee the bank charges us for it.',
          'You are responsible for any taxes on your own sales.',
        ],
      },
      {
        title: 'Delivery',
        paragraphs: [
          'Each listing states how its tickets are delivered and when the seller expects to have them. Tickets are usually delivered within 48 hours of that date. They are delivered later only if the organiser releases them later.',
          'You must provide the attendee details that a listing requires, completely and in time. Provide only details that you are entitled to share.',
          'Check tickets when they arrive and report any problem within 24 hours, and in any case before the event starts. You are responsible for passing them to your customer in time.',
        ],
      },
      {
        title: 'Failed delivery and cancelled events',
        paragraphs: [
          'If a seller cannot deliver what was sold, we look for replacement tickets of equal or better value. If there are none that you accept, you receive a full refund, including the service fee.',
          'If an event is cancelled and not rescheduled, the ticket price is refunded once the organiser has confirmed the cancellation. If an event is postponed, moved or rescheduled, tickets remain valid and purchases remain binding.',
          'Refunds are made to the card used for payment. We do not refund travel or other costs, or lost profit.',
        ],
      },
      {
        title: 'Resale',
        paragraphs: [
          'When you resell tickets, you are the seller to your customer. You must describe them truthfully, including any restrictions, comply with the law of the place of sale and of the event, and handle your customer’s claims yourself.',
          'Tickets remain subject to the rules of the organiser and the venue. You must not alter a ticket or sell it more than once.',
          `A quote that you share from the marketplace is your own offer to your customer. ${brand} is not a party to it. Its prices include the commission that you set.`,
        ],
      },
      {
        title: 'Liability',
        paragraphs: [
          'Nothing limits liability for wilful misconduct, gross negligence, personal injury, or where the law forbids it.',
          'In all other cases, our liability to you for a purchase is limited to the amount you paid for it. We are not liable for lost profit or indirect loss, for acts of organisers, venues, banks or carriers, or for events beyond our control.',
          'We operate the marketplace with reasonable care but do not guarantee uninterrupted availability.',
        ],
      },
      {
        title: 'Ending the agreement',
        paragraphs: [
          'You may close your account at any time. We may terminate the agreement with 30 days’ notice, or immediately if you materially breach these terms, fail to pay, or misuse the marketplace.',
          'Purchases confirmed before termination are fulfilled. Records that the law requires, and evidence of what was agreed, are retained as described in the privacy notice.',
        ],
      },
      {
        title: 'Changes and governing law',
        paragraphs: [
          'We may change these terms for the future. We notify you at least 30 days in advance. A change applies to you once you accept the new version or make a purchase after its effective date. Each purchase is governed by the version in force when it was made.',
          'The buyer policy describes delivery, seating, attendee details and issue reporting in detail and is part of these terms. If the two conflict, these terms prevail.',
          `These terms are governed by the law of the place where ${brand} has its registered office, and the courts of that place have jurisdiction, unless mandatory law provides otherwise. If a provision is invalid, the remaining provisions stay in force.`,
        ],
      },
    ],
  }
}

/** For people who register and sign. */
export function privacyNotice(brand: string): LegalText {
  return {
    version: '2026-12',
    title: 'Privacy: how we use your data',
    sections: [
      {
        title: 'What we record when you sign',
        paragraphs: [
          'Your name and email address as you gave them, your signature as you typed or drew it, the date and time, your IP address and browser, the version of the terms and of the consent you gave, and checksums of the document before and after signing.',
          'We need this to prove who agreed to what and when. It is kept for as long as claims under the agreement are possible, in a record that cannot be changed.',
        ],
      },
      {
        title: 'What we record when you register',
        paragraphs: [
          'Your name, phone number, email address, username, currency and, if you gave one, the referral code. Your password is stored as a hash. We use these to open and run your account and to contact you about it.',
          'If you leave without signing, the data recorded for the unsigned document is deleted after 30 days.',
        ],
      },
      {
        title: 'Who sees it',
        paragraphs: [
          `${brand} staff who manage accounts, and providers that work for us under contract. Sellers and organisers receive what they need to deliver the tickets you buy. We do not sell your data.`,
        ],
      },
      {
        title: 'Your rights',
        paragraphs: [
          'You may request access to your data, its correction, and its deletion or restriction where it does not have to be retained. You may complain to the data protection authority. Call the support line in the buyer policy, or write to us.',
        ],
      },
    ],
  }
}

/** The consent next to the checkbox; its version is recorded with the signature. */
export const consent = {
  version: '2026-12',
  text: 'I have read and agree to the buyer terms and conditions. I agree to sign electronically, and my electronic signature is as binding as a handwritten one.',
} as const
