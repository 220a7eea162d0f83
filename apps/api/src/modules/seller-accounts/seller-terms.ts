import type { WireSellerTerms } from '@terrace/contracts/seller-account'

/** The terms that a team agrees to when it applies to sell. Every change of wording needs a new version. */
export function sellerTerms(brand: string): WireSellerTerms {
  return {
    version: '2026-12',
    title: 'Seller terms',
    sections: [
      {
        title: 'The agreement',
        paragraphs: [
          `These terms are an agreement between the company that applies to sell (“you”) and ${brand}, which operates the marketplace. They apply in addition to the terms and conditions of your account, from the day your application is approved. The person who submits the application confirms that they may bind the company.`,
          `You sell in your own name to the buyer. ${brand} shows your listings, takes the payment, passes on the tickets and pays you. ${brand} is not a party to the sale.`,
        ],
      },
      {
        title: 'What you may list',
        paragraphs: [
          'List only tickets that you own or have the right to sell, and that you may resell under the law of the place of the event and of the place of sale. Tickets that you do not have yet may be listed only if you can supply them by the in-hand date that you state.',
          'Describe tickets completely and correctly: event, section, row, seats, number, face value, delivery, in-hand date and every restriction, such as a limited view or an age limit. Tickets that are sold together must be seats next to each other unless the listing says otherwise.',
          'Sell each seat once. If you also offer tickets elsewhere, remove or reduce the listing here as soon as they are sold there. You are responsible for what your files, price rules and API keys do.',
          `${brand} may hide or remove listings that break these terms or the rules for a competition, and says why.`,
        ],
      },
      {
        title: 'Holds and sales',
        paragraphs: [
          'A buyer may hold tickets for a limited time before paying. While tickets are held you cannot sell them elsewhere, and the held price stays as it was, whatever you change later.',
          'A sale is binding for you once the buyer has received an order number. You cannot cancel it, raise its price or replace its tickets without the buyer’s agreement.',
        ],
      },
      {
        title: 'Delivery',
        paragraphs: [
          'Deliver by the method and by the date that the listing states, and in any case in time for the event. Deliver exactly the tickets that were sold, valid and unused.',
          'If you learn that you cannot deliver, tell us at once. We then look for replacement tickets for the buyer.',
          'Use the details of buyers and attendees only to deliver their tickets, and delete them when they are no longer needed for that.',
        ],
      },
      {
        title: 'Prices, fees and payouts',
        paragraphs: [
          'You set the price of each listing. The fee in force is deducted from it; the inventory desk shows what remains as proceeds, before you publish and for each sale.',
          'Proceeds are paid to the bank account in your application. A payout may be held back while a sale is disputed, or up to the amount of a claim that we have against you. A change of the bank account takes effect once we have approved it.',
          'You are responsible for taxes on your sales and for the invoices that the law requires.',
        ],
      },
      {
        title: 'If you do not deliver',
        paragraphs: [
          'If tickets are not delivered in time, are invalid or differ from their listing, you receive no proceeds for them, and you bear the buyer’s refund and the reasonable extra cost of replacement tickets.',
          'If an event is cancelled and not rescheduled, the sale is reversed and proceeds that you have received for it are due back.',
        ],
      },
      {
        title: 'Limits, suspension and end',
        paragraphs: [
          'We may limit the value of your undelivered sales or their number. The limits that apply to you are shown with your seller account.',
          'We may suspend selling without notice if tickets sold by you were not delivered, if your details are wrong, or to protect buyers. Sales made before stay binding, and you still deliver them.',
          'You may stop selling at any time by taking your listings off sale. Either side may end this agreement with 30 days’ notice, and we may end it immediately after a serious breach.',
        ],
      },
      {
        title: 'Liability and changes',
        paragraphs: [
          'Nothing limits liability for wilful misconduct, gross negligence, personal injury, or where the law forbids it. In all other cases, our liability for a sale is limited to its proceeds.',
          'We may change these terms for the future, and tell you at least 30 days before. If you do not agree, stop selling before the change takes effect. Each sale is governed by the version in force when it was made.',
          `These terms are governed by the law of the place where ${brand} has its registered office, and the courts of that place have jurisdiction, unless mandatory law provides otherwise.`,
        ],
      },
    ],
  }
}
