/** A text that is signed: what it says is fixed by its version, which changes with every change of a word. */
export interface LegalText {
  version: string
  title: string
  sections: readonly LegalSection[]
}

export interface LegalSection {
  title: string
  paragraphs: readonly string[]
}

/** What a trade buyer signs (product.md §12). A new wording gets a new version; old ones live on in what was signed. */
export function buyerTerms(brand: string): LegalText {
  return {
    version: '2026-11',
    title: 'Buyer terms and conditions',
    sections: [
      {
        title: 'Who these terms are between',
        paragraphs: [
          `These terms are an agreement between you, the trade buyer who signs them, and ${brand}, which runs the marketplace. They apply from the moment your account is approved to everything you do with it. Where you sign for a company, you state that you may bind it, and “you” means that company.`,
          `${brand} is a place where professional sellers offer tickets to professional buyers. Each ticket is sold by the seller named on its listing. ${brand} takes the payment, charges its service fee and watches over delivery; it does not organise the events.`,
          'The marketplace is for business use. You buy to resell or to supply your own customers, not as a consumer, and rules made for the protection of consumers do not apply between us.',
        ],
      },
      {
        title: 'Your account',
        paragraphs: [
          'What you tell us when you register must be true and complete, and you keep it so. We may ask for evidence of who you are and of your business, and may approve, refuse or end an account where the law or the safety of the marketplace asks for it.',
          'Your password is for you alone. People who work with you get an account of their own in your team. You answer for what is done with your accounts, unless you have told us at once that one of them was misused.',
          'You use the marketplace through its pages and its published interfaces only. You do not collect its data by machine beyond what those allow, do not pass them on as a whole, and do not try to find out who stands behind a listing in order to buy around the marketplace.',
        ],
      },
      {
        title: 'Holds and purchases',
        paragraphs: [
          'A hold keeps tickets for you for the time shown beside it. It costs nothing and obliges nobody to buy. When its time is over, or you release it, the tickets are on sale again. There is a limit to what a team may hold at once.',
          'You make an offer to buy when you confirm the payment. The purchase is binding once it is confirmed to you with an order number; until then no contract of sale exists, even where money has been set aside on your card.',
          'A confirmed purchase is final. It cannot be cancelled, exchanged or changed by you, whatever the reason, except where these terms or the buyer policy say so.',
        ],
      },
      {
        title: 'Prices and payment',
        paragraphs: [
          'Prices are shown in your base currency. A hold freezes the price, the rate of exchange and the service fee of what it holds. The service fee is shown before you pay and is part of the total.',
          'You pay in full, by card, at the time of purchase. Should your bank take a payment back although the tickets were delivered as described, you owe us that amount and the costs that the bank charges us for it.',
          'You are responsible for the taxes that your own sales give rise to.',
        ],
      },
      {
        title: 'Delivery',
        paragraphs: [
          'A listing states how its tickets are delivered and when the seller expects to have them. Tickets are usually delivered within 48 hours of that date, and later only where the organiser releases them later.',
          'You give the details of attendees that a listing asks for, completely and in time. You may pass on to us only such details as you are entitled to pass on.',
          'Check tickets as soon as they arrive and report what is wrong with them within 24 hours, in any case before the event begins. Handing them over to your customer in time is your part.',
        ],
      },
      {
        title: 'When something goes wrong',
        paragraphs: [
          'Should a seller be unable to deliver what was sold, we look for replacement tickets of the same or better value. If there are none that you accept, you are refunded in full, service fee included.',
          'If an event is cancelled and not held on another date, the price of the tickets is refunded once the organiser has confirmed it. If it is postponed, moved or played at another time, tickets stay valid and purchases stand.',
          'Refunds go to the card that paid. Costs around an event, such as travel, and a profit that you did not make are not refunded.',
        ],
      },
      {
        title: 'Selling on',
        paragraphs: [
          'When you sell tickets on, you are the seller to your customer. You describe them truthfully, with their restrictions, you keep to the law of the place where you sell and of the event, and you settle your customer’s claims yourself.',
          'Tickets remain subject to the rules of the organiser and of the venue. You do not alter a ticket, and you do not sell a ticket twice.',
          `A quote that you share from the marketplace is your own offer to your customer. ${brand} is not a party to it, and its figures include the commission that you set.`,
        ],
      },
      {
        title: 'Liability',
        paragraphs: [
          'Each of us answers without limit for intent, for gross negligence, for injury to life, body or health, and wherever the law does not allow a limit.',
          'In all other cases our liability to you for a purchase is limited to what you paid for it, and we do not answer for lost profit or indirect damage. We do not answer for what organisers, venues, banks and carriers do, nor for events beyond our control.',
          'We keep the marketplace running with care, but do not promise that it is available at every moment.',
        ],
      },
      {
        title: 'Ending the agreement',
        paragraphs: [
          'You may close your account at any time. We may end the agreement with 30 days’ notice, and at once where you break these terms in earnest, do not pay, or misuse the marketplace.',
          'Purchases that are confirmed by then are carried out. What must be kept by law, and the evidence of what was agreed, is kept as the privacy notice says.',
        ],
      },
      {
        title: 'Changes, law and last things',
        paragraphs: [
          'We may change these terms for the future. We tell you at least 30 days before, and a change applies to you once you have agreed to the new version or go on buying after its date. A purchase is always governed by the version that applied when it was made.',
          'The buyer policy describes delivery, seating, attendee details and the reporting of issues in detail and is part of these terms. Where the two differ, these terms prevail.',
          `The law of the place where ${brand} has its seat applies, and its courts are competent, unless a law that cannot be waived says otherwise. If a clause is not valid, the others stand.`,
        ],
      },
    ],
  }
}

/** What is done with the data of whoever registers and signs. */
export function privacyNotice(brand: string): LegalText {
  return {
    version: '2026-11',
    title: 'Privacy: what happens to your data',
    sections: [
      {
        title: 'What we record when you sign',
        paragraphs: [
          'Your name and e-mail address as you gave them, your signature as you typed or drew it, the date and time, the internet address and the browser that you signed from, the version of the terms and of the words that you agreed to, and check sums of the document before and after.',
          'We need this to show later who agreed to what and when. It is kept as long as claims from the agreement are possible, and is written to a record that cannot be changed.',
        ],
      },
      {
        title: 'What we record when you register',
        paragraphs: [
          'Your name, telephone number, e-mail address, user name, currency and, if you gave one, the referral code. Your password is stored in a form from which it cannot be read back. We use these to open and run your account and to get in touch about it.',
          'If you leave without signing, what was noted for the unsigned document is deleted after 30 days.',
        ],
      },
      {
        title: 'Who sees it',
        paragraphs: [
          `Staff of ${brand} who look after accounts, and providers that work for us under contract. Sellers and organisers get what they need to deliver the tickets that you buy. We do not sell your data.`,
        ],
      },
      {
        title: 'Your rights',
        paragraphs: [
          'You may ask what is stored about you, have errors corrected, and have data deleted or restricted as far as they need not be kept. You may complain to the data protection authority. Call the support line that the buyer policy names, or write to us.',
        ],
      },
    ],
  }
}

/** The words beside the box; their version is recorded with the signature. */
export const consent = {
  version: '2026-11',
  text: 'I have read the buyer terms and conditions and agree to them. I agree to sign electronically, and that my electronic signature binds me as one on paper would.',
} as const
