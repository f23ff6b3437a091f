/**
 * Collects one provider. Each document is read, checked, merged and written to disk before the next one is requested.
 */

import { addDays, parseIsoDate, startOfQuarter } from '../../wire/words/calendar.ts';
import { toPlain } from '../../wire/words/plain.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { recordAsked, toAskedRow } from '../archive/ledger.ts';
import { type Delivery, type FeedWanted, keysOf, type Page } from '../feeds/delivery.ts';
import { keepDocument } from '../feeds/keeping.ts';
import { FeedError, type FeedRequest, type ProviderDefinition, type Span } from '../feeds/provider.ts';
import { FeedAnswers } from './answers.ts';
import { type CollectOptions, type ProviderSummary, Tally } from './events.ts';
import { type Statement, toContradictions, toMerged, toYears } from './merge.ts';
import { NewestDocuments } from './newest-documents.ts';
import { parseStatement, SlowDocument, toDocument } from './statement.ts';
import { daysBefore, isCutOff, toOvertaking, toVanished, Withdrawals } from './vanished.ts';
import { YearsAtHand } from './years-at-hand.ts';

type DocumentDelivery = Extract<Delivery, { readonly kind: 'document' }>;

export class ProviderRun {
  readonly #wanted: FeedWanted;
  readonly #tally = new Tally();
  readonly #years: YearsAtHand;
  /** What the sources stated about their newest documents; null for recordings. */
  #memory: NewestDocuments | null = null;

  constructor(
    readonly definition: ProviderDefinition,
    readonly options: CollectOptions,
  ) {
    this.#years = new YearsAtHand(options.archiveDir, definition.code);
    this.#wanted = { today: options.today, span: spanOf(definition, options), keys: keysOf(definition, options.env) };
  }

  summary(): ProviderSummary {
    return this.#tally.summary(this.definition.code);
  }

  /** The failures of the provider are in the summary. */
  async run(): Promise<void> {
    const { archiveDir, source, today, askedAt } = this.options;
    const answers = await FeedAnswers.open(this.definition, this.options, this.#wanted.span);
    if (askedAt !== null && this.#wanted.span === null) {
      const newest = await this.#years.newestDate(today);
      this.#memory = await NewestDocuments.open(archiveDir, this.definition.code, newest);
    }
    const wanted = {
      ...this.#wanted,
      answeredBefore: (page: Page) => answers.before(page),
      validatorsOf: (request: FeedRequest) => this.#memory?.validatorsOf(request) ?? null,
    };
    for await (const delivery of source.deliver(this.definition, wanted)) {
      if (delivery.kind !== 'document') await this.#take(delivery, answers);
      else if (!(await this.#absorb(delivery, answers))) break;
    }
    for (const feed of await answers.forgetSilentFeeds(this.#wanted.span)) {
      this.#fail(`${feed}: nothing at any of its addresses`);
    }
    if (this.#tally.failures.length === 0) await answers.finish();
    for (const note of this.#tally.notes()) this.#note(note);
    await this.#record(answers);
  }

  /** False after a document that was not read in its time: each further one could take as long. */
  async #absorb(delivery: DocumentDelivery, answers: FeedAnswers): Promise<boolean> {
    try {
      await this.#merge(delivery, answers);
      return true;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      answers.refused(delivery.feed);
      this.#tally.fail(error, true);
      return !(error instanceof SlowDocument);
    }
  }

  /** @throws FeedError if the document cannot be accepted */
  async #merge(delivery: DocumentDelivery, answers: FeedAnswers): Promise<void> {
    const { currencies, redenominations, documentsDir, readingMs, onEvent } = this.options;
    const { feed, page } = delivery;
    const document = toDocument(delivery, this.#wanted.keys);
    const limits = { currencies, redenominations, span: this.#wanted.span, readingMs };
    const reading = parseStatement(this.definition, delivery, document, limits);
    if (reading === null) {
      await this.#recordNothing(delivery, answers);
      return;
    }
    const { statement, labels, odd } = reading;
    answers.coversSince(feed, statement.covered.from);
    await this.#checkWholeness(statement, document.url);
    for (const part of toYears(statement)) {
      const merge = toMerged(await this.#years.around(part.covered), part);
      // The document is on disk before any row that names it.
      if (documentsDir !== undefined && merge.added.length > 0)
        await keepDocument(documentsDir, this.definition.code, delivery, this.#wanted.keys);
      await this.#years.write(merge);
      this.#tally.addMerge(merge, toContradictions(merge.archive, merge.added));
    }
    await answers.answered(feed, page, 'figures');
    const observations = statement.observations.length;
    this.#tally.add(observations, labels);
    this.#tally.leaveOut(odd);
    await this.#memory?.keep(delivery, statement.covered);
    onEvent({ kind: 'document', provider: this.definition.code, url: document.url, observations, page });
  }

  /**
   * Runs before anything of the document is merged.
   * @throws FeedError if it leaves out more than banks withdraw, and nobody has said that the bank did
   */
  async #checkWholeness(statement: Statement, url: string): Promise<void> {
    const { code } = this.definition;
    const mayWithdraw = this.options.withdraw.includes(code);
    const refuse = (words: string) => {
      throw new FeedError(
        code,
        `${url}: cut off, or another list: ${words}; if the bank means it, run again with --withdraw ${code}`,
      );
    };
    const { today, askedAt } = this.options;
    if (askedAt !== null && this.#wanted.span === null && !mayWithdraw) {
      const newer = toOvertaking(await this.#years.around(daysBefore(today)), statement, today);
      if (newer !== null && (await this.#isNews(statement)))
        refuse(`its newest day is ${statement.covered.to}, though the archive has the list of ${newer}`);
    }
    const vanished = toVanished(await this.#years.around(daysBefore(statement.covered.to)), statement);
    if (vanished !== null) {
      const { date, pairs, of } = vanished;
      if (isCutOff(vanished) && !mayWithdraw)
        refuse(`it states only ${of - pairs.length} of the ${of} currencies of ${date}`);
      this.#note(`no longer stated, though on the list of ${date}: ${pairs.slice(0, 10).join(', ')} (${url})`);
    }
    if (statement.partial || mayWithdraw) return;
    const withdrawals = new Withdrawals();
    for (const part of toYears(statement)) withdrawals.add(await this.#years.around(part.covered), part);
    const fault = withdrawals.fault();
    if (fault !== null) refuse(fault);
  }

  /** Whether the archive does not have all of it yet. */
  async #isNews(statement: Statement): Promise<boolean> {
    for (const part of toYears(statement))
      if (toMerged(await this.#years.around(part.covered), part).added.length > 0) return true;
    return false;
  }

  async #take(delivery: Exclude<Delivery, DocumentDelivery>, answers: FeedAnswers): Promise<void> {
    if (delivery.kind === 'remembered' || delivery.kind === 'unchanged') this.#tally.hear();
    if (delivery.kind === 'note') this.#note(delivery.text);
    else if (delivery.kind === 'absent') await this.#recordNothing(delivery, answers);
    else if (delivery.kind === 'remembered') {
      const { feed, pages, of, hadFigures } = delivery;
      answers.remembered(feed, hadFigures);
      this.#note(`${feed.name}: ${pages} of ${of} pages were answered in an earlier run and are not asked for again`);
    } else if (delivery.kind === 'unchanged') {
      const since = this.#memory?.sinceOf(delivery.request) ?? null;
      if (since !== null) answers.coversSince(delivery.feed, since);
      answers.remembered(delivery.feed, true);
      this.#note(`${delivery.feed.name}: unchanged since the last run`);
    } else {
      answers.refused(delivery.feed);
      this.#fail(`${delivery.feed.name}, ${delivery.reason}`);
    }
  }

  async #recordNothing({ feed, page }: Pick<DocumentDelivery, 'feed' | 'page'>, answers: FeedAnswers): Promise<void> {
    this.#tally.hear();
    await answers.answered(feed, page, 'nothing');
    const provider = this.definition.code;
    if (page !== undefined) this.options.onEvent({ kind: 'nothing', provider, feed: feed.name, page });
  }

  /** Records only a run for the newest documents: a run for a span says nothing about the days after the span. */
  async #record(answers: FeedAnswers): Promise<void> {
    const { archiveDir, askedAt } = this.options;
    const { code, schedule } = this.definition;
    if (askedAt === null || this.#wanted.span !== null) return;
    const row = toAskedRow(askedAt, this.#tally.failures, answers.since, this.#wanted.keys);
    if (row !== null) await recordAsked(archiveDir, code, row, schedule);
  }

  #fail(reason: string): void {
    this.#tally.fail(new FeedError(this.definition.code, reason));
  }

  #note(text: string): void {
    this.options.onEvent({ kind: 'note', text: `${this.definition.code}: ${toPlain(text)}` });
  }
}

/** Rates of a month or a quarter are dated its first day or the day before, so the span is extended to that day. */
function spanOf({ references, schedule, validity }: ProviderDefinition, options: CollectOptions): Span | null {
  const { from, to, today } = options;
  if (from === null && to === null) return null;
  const first = from ?? parseIsoDate(references[0]?.from ?? today);
  return {
    from: startOfPeriod(first, validity),
    to: to ?? addDays(today, schedule.leadDaysMax ?? 0),
  };
}

function startOfPeriod(date: IsoDate, validity: ProviderDefinition['validity']): IsoDate {
  if (validity === 'quarter') return addDays(startOfQuarter(addDays(date, 1)), -1);
  return validity === 'month' ? parseIsoDate(`${date.slice(0, 8)}01`) : date;
}
