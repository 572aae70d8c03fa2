"""Tokenisers trained on a corpus, with our five special tokens at ids 0 to 4 (`ch-input`)."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from bert_core.inputs import SPECIAL_TOKENS, UNK
from bert_lab.text.wordpiece import make_normalizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def train_word_level(documents: Iterable[list[str]], min_frequency: int = 1) -> "Tokenizer":
    """A tokeniser whose tokens are the words of a corpus.

    Args:
        documents: lists of sentences; words stand between spaces.
        min_frequency: rarer words are left out.

    Returns:
        A `tokenizers.Tokenizer` that lower-cases. Ids: the special tokens, then the words, the
        frequent ones first, equally frequent ones in alphabetical order. Any other word is read
        as `<unk>`.

    Raises:
        ValueError: if there is no word.

    Deviations from the original: it used WordPiece. See `ch-input`.
    """
    from tokenizers import trainers

    tokenizer = word_level({})
    trainer = trainers.WordLevelTrainer(
        vocab_size=2**31,  # all words there are: by default the trainer stops at 30,000
        min_frequency=min_frequency,
        special_tokens=list(SPECIAL_TOKENS),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_plain_sentences(documents), trainer)
    return tokenizer


def word_level(vocab: dict[str, int]) -> "Tokenizer":
    """The tokeniser of `train_word_level` for a known vocabulary: {word: id}.

    Its special tokens are those of the book, as far as the vocabulary has them. See `ch-input`.
    """
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel(vocab, unk_token=SPECIAL_TOKENS[UNK]))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.add_special_tokens([token for token in SPECIAL_TOKENS if token in vocab])
    return tokenizer


def train_wordpiece(
    documents: Iterable[list[str]],
    vocab_size: int = 8192,
    *,
    strip_accents: bool = False,
    language: str = "en",
) -> "Tokenizer":
    """A WordPiece tokeniser trained on a corpus.

    Args:
        documents: lists of sentences, read more than once.
        vocab_size: number of ids, special tokens included.
        strip_accents: True takes accents off, as the original does for English. In most other
            languages they make another letter: ガ is not カ.
        language: the text's code, by which capitals become small letters: I is ı in "tr" and "az".

    Returns:
        A `tokenizers.Tokenizer` that lower-cases and splits off punctuation, as the original does;
        a piece that continues a word begins with "##". A corpus that is too small for `vocab_size`
        pieces gives fewer.

    Raises:
        ValueError: if there is no word, or `vocab_size` is below the number of single characters.

    Source: the original's `tokenization.py`. Deviations: Google never published how the pieces
    were chosen; the library merges the most frequent pairs, as byte-pair encoding does.
    See `ch-input`.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.WordPiece(unk_token=SPECIAL_TOKENS[UNK]))
    tokenizer.normalizer = make_normalizer(strip_accents, language)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    # The trainer numbers the characters in an order of its own that changes from run to run, and
    # settles ties by number. Handing it the sorted characters as special tokens fixes both.
    fixed = [*SPECIAL_TOKENS, *_characters(tokenizer, documents)]
    if vocab_size < len(fixed):
        raise ValueError(
            f"expected vocab_size >= {len(fixed)} (special tokens and single characters), "
            f"got {vocab_size}"
        )
    trainer = trainers.WordPieceTrainer(
        vocab_size=vocab_size,
        special_tokens=fixed,
        limit_alphabet=len(fixed),
        show_progress=False,
    )
    learner = Tokenizer(models.WordPiece())
    learner.normalizer, learner.pre_tokenizer = tokenizer.normalizer, tokenizer.pre_tokenizer
    learner.train_from_iterator(_plain_sentences(documents), trainer)
    # ... and the tokeniser made from its vocabulary has five special tokens again
    tokenizer.model = models.WordPiece(learner.get_vocab(), unk_token=SPECIAL_TOKENS[UNK])
    tokenizer.add_special_tokens(list(SPECIAL_TOKENS))
    return tokenizer


def encode(tokenizer: "Tokenizer", documents: list[list[str]]) -> list[list[list[int]]]:
    """Turn the sentences of documents into ids, without `<cls>` and `<sep>`.

    Args:
        tokenizer: as trained here.
        documents: lists of sentences. A special token spelled out in the text, such as the
            `<unk>` of WikiText-2, becomes that special token.

    Returns:
        For each document, for each sentence, its list of ids: what `pairs` draws from.

    Both tokenisers read words one by one, so each distinct word is looked up only once.
    `ch-mlm` to `ch-model` use it.

    Raises:
        ValueError: for a tokenizer of byte pairs, to which the blank before a word belongs.
    """
    from tokenizers import models

    if isinstance(tokenizer.model, models.BPE):
        raise ValueError(
            "expected a vocabulary of words or word pieces, got byte pairs, which can't be read "
            "word by word; take a model with the original's kind of vocabulary"
        )
    sentences = (sentence for document in documents for sentence in document)
    words = list(dict.fromkeys(chain.from_iterable(sentence.split(" ") for sentence in sentences)))
    found = tokenizer.encode_batch(words, add_special_tokens=False)
    ids = {word: encoding.ids for word, encoding in zip(words, found, strict=True)}
    return [
        [
            list(chain.from_iterable(map(ids.__getitem__, sentence.split(" "))))
            for sentence in document
        ]
        for document in documents
    ]


def _characters(tokenizer: "Tokenizer", documents: Iterable[list[str]]) -> list[str]:
    """The single-character pieces of a text, sorted: "c" where it begins a word, else "##c"."""
    pieces: set[str] = set()
    for word in {one for text in _plain_sentences(documents) for one in text.split(" ")}:
        normal = tokenizer.normalizer.normalize_str(word)
        for part, _ in tokenizer.pre_tokenizer.pre_tokenize_str(normal):
            pieces.add(part[0])
            pieces.update("##" + character for character in part[1:])
    return sorted(pieces)


def _plain_sentences(documents: Iterable[list[str]]) -> Iterator[str]:
    """Sentences without literal special tokens, which the trainers would count as words."""
    num_words = 0
    for document in documents:
        for sentence in document:
            words = [word for word in sentence.split() if word not in SPECIAL_TOKENS]
            num_words += len(words)
            yield " ".join(words)
    if not num_words:
        raise ValueError("expected documents with at least one word, got none")
