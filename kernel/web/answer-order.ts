/**
 * Decides which answers are still shown, as those to earlier questions may come after those to later ones. Of several answers to the same
 * question, one that is asked again and again, each is shown unless a newer one was: on a line so slow that a question is repeated before
 * its answer has come, something is shown all the same.
 */
export class AnswerOrder {
  #asked = 0;
  /** The first time that what is shown now was asked for. */
  #first = 0;
  #shown = 0;

  /**
   * Notes that a question is sent; `isOther` if it asks for something else than the one before, whose answers then say nothing any more.
   * Returns a function that is called once the answer, or the failure, has come, and says whether it counts.
   */
  ask(isOther = false): () => boolean {
    this.#asked += 1;
    const own = this.#asked;
    if (isOther) this.#first = own;
    return () => {
      if (own < this.#first || own < this.#shown) return false;
      this.#shown = own;
      return true;
    };
  }
}

/**
 * Returns a function that asks the same question each time, and takes its answer unless one to a later question was taken: an answer that
 * comes late would undo what the later one brought. Rejects when the question fails; an answer still on its way then counts.
 */
export function takingNewest<T>(ask: () => Promise<T>, take: (answer: T) => void): () => Promise<void> {
  const order = new AnswerOrder();
  return async () => {
    const isNews = order.ask();
    const answer = await ask();
    if (isNews()) take(answer);
  };
}
