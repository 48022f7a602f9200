/* Tokens, links and text through the C interface: a specification in C. */

#include "expect.h"

/* Of AddressSanitizer. */
extern size_t __sanitizer_get_current_allocated_bytes(void);

/* A text that grows: what the tests write about tokens. */
typedef struct {
  char text[8192];
  size_t length;
} trace;

static void add(trace *to, const char *text, size_t length) {
  EXPECT(to->length + length < sizeof to->text);
  memcpy(to->text + to->length, text, length);
  to->length += length;
  to->text[to->length] = '\0';
}

static void add_text(trace *to, const char *text) { add(to, text, strlen(text)); }

static void add_string(trace *to, tagspan_string string) {
  if (string.data == NULL) {
    add_text(to, "none");
  } else {
    add(to, string.data, string.length);
  }
}

/* Whether the last token written was text, so that adjacent text is joined. */
static void write_token(trace *to, tagspan_tokenizer *t, const tagspan_token *token,
                        const tagspan_attribute *attributes, bool *in_text) {
  if (token->kind == TAGSPAN_TEXT && *in_text) {
    add_string(to, tagspan_data(t, token));
    return;
  }
  add_text(to, to->length > 0 ? "|" : "");
  *in_text = token->kind == TAGSPAN_TEXT;
  switch (token->kind) {
  case TAGSPAN_DOCTYPE:
    add_text(to, "!");
    add_string(to, tagspan_name(t, token));
    for (uint32_t i = 0; i < token->attribute_count; i++) {
      add_text(to, " ");
      add_string(to, tagspan_attribute_value(t, token, &attributes[token->first_attribute + i]));
    }
    add_text(to, token->flags & TAGSPAN_TOKEN_FLAG_FORCE_QUIRKS ? " quirks" : "");
    break;
  case TAGSPAN_START_TAG:
  case TAGSPAN_END_TAG:
    add_text(to, token->kind == TAGSPAN_START_TAG ? "<" : "</");
    add_string(to, tagspan_name(t, token));
    for (uint32_t i = 0; i < token->attribute_count; i++) {
      const tagspan_attribute *attribute = &attributes[token->first_attribute + i];
      add_text(to, attribute->flags & TAGSPAN_ATTRIBUTE_FLAG_DUPLICATE ? " again:" : " ");
      add_string(to, tagspan_attribute_name(t, token, attribute));
      add_text(to, "=");
      add_string(to, tagspan_attribute_value(t, token, attribute));
    }
    add_text(to, token->flags & TAGSPAN_TOKEN_FLAG_SELF_CLOSING ? "/>" : ">");
    break;
  case TAGSPAN_COMMENT:
    add_text(to, "#");
    add_string(to, tagspan_data(t, token));
    break;
  case TAGSPAN_PROCESSING_INSTRUCTION:
    add_text(to, "?");
    add_string(to, tagspan_name(t, token));
    add_text(to, ",");
    add_string(to, tagspan_data(t, token));
    break;
  case TAGSPAN_TEXT:
    add_string(to, tagspan_data(t, token));
    break;
  default:
    add_text(to, token->kind == TAGSPAN_PARSE_ERROR ? "error:" : "dropped:");
    add_string(to, tagspan_detail_name(token));
  }
}

/* Reads a source, chunk by chunk and batch by batch. Each chunk is in memory of its own, which is freed when it was taken. */
static void write_tokens(trace *to, tagspan_tokenizer *t, const char *source, size_t length, size_t chunk,
                         size_t batch) {
  tagspan_token tokens[16];
  tagspan_attribute attributes[16];
  bool in_text = false;
  to->length = 0;
  add_text(to, "");
  for (size_t at = 0; at <= length; at += chunk) {
    size_t here = length - at < chunk ? length - at : chunk, count;
    char *lent = malloc(here > 0 ? here : 1);
    memcpy(lent, source + at, here);
    EXPECT((here > 0 ? tagspan_feed(t, lent, here) : tagspan_finish(t)) == TAGSPAN_OK);
    while ((count = tagspan_next(t, tokens, batch, attributes, 16)) > 0) {
      EXPECT(count <= batch);
      for (size_t i = 0; i < count; i++) write_token(to, t, &tokens[i], attributes, &in_text);
    }
    EXPECT(tagspan_status(t) == TAGSPAN_OK);
    free(lent);
  }
  if (length % chunk != 0) {
    EXPECT(tagspan_finish(t) == TAGSPAN_OK);
    for (size_t count; (count = tagspan_next(t, tokens, batch, attributes, 16)) > 0;)
      for (size_t i = 0; i < count; i++) write_token(to, t, &tokens[i], attributes, &in_text);
  }
}

static tagspan_options options(void) {
  tagspan_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  return options;
}

static void tokens_are_those_of_the_standard(void) {
  tagspan_options plain = options(), errors = options(), koi8 = options(), japanese = options(), unicode = options();
  unicode.charset = "utf-8";
  errors.parse_errors = 1;
  errors.processing_instructions = 1;
  koi8.content_type = "text/html; charset=koi8-r";
  japanese.charset = "shift_jis";
  struct {
    const tagspan_options *options;
    const char *source, *tokens;
  } rows[] = {
      {&plain, "", ""},
      {&plain, "a &lt; b<BR><a HREF='?a&amp;b' id id=2 x=y />c</A >",
       "a < b|<br>|<a href=?a&b id= again:id=2 x=y/>|c|</a>"},
      {&plain, "<!DOCTYPE html PUBLIC 'p' \"\"><!--c--><!doctype>", "!html p |#c|!none none none quirks"},
      {&plain, "<script><b></script><title>&amp;<b></title><svg><![CDATA[<&]]>",
       "<script>|<b>|</script>|<title>|&<b>|</title>|<svg>|dropped:cdata-start|<&|dropped:cdata-end"},
      {&unicode, "caf\xC3\xA9 \xF0\x9F\x98\x80 \xFF", "caf\xC3\xA9 \xF0\x9F\x98\x80 \xEF\xBF\xBD"},
      {&plain, "\xEF\xBB\xBF<p", "dropped:byte-order-mark|dropped:unfinished-tag"},
      {&errors, "<p a a><?x v?>", "error:duplicate-attribute|<p a= again:a=>|?x,v"},
      {&koi8, "\xD0\xD2<b title=\xC9>", "\xD0\xBF\xD1\x80|<b title=\xD0\xB8>"},
      {&japanese, "\x93\xFA\x96\x7B<a href=\x83\x5C>", "\xE6\x97\xA5\xE6\x9C\xAC|<a href=\xE3\x82\xBD>"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    size_t length = strlen(rows[row].source);
    tagspan_tokenizer *t = tagspan_tokenizer_new(rows[row].options);
    for (size_t chunk = 1; chunk <= length + 1; chunk++) {
      size_t batches[] = {1, 2, 16};
      for (size_t i = 0; i < 3; i++) {
        trace found;
        write_tokens(&found, t, rows[row].source, length, chunk, batches[i]);
        if (strcmp(found.text, rows[row].tokens) != 0) {
          fprintf(stderr, "%s, chunks of %zu, batches of %zu:\n%s\n", rows[row].source, chunk, batches[i], found.text);
          exit(1);
        }
        EXPECT(tagspan_reset(t) == TAGSPAN_OK);
      }
    }
    tagspan_tokenizer_free(t);
  }
}

static void names_and_values_are_found_without_case(void) {
  const char *page = "<A HREF='x&amp;y' download>";
  tagspan_token token;
  tagspan_attribute attributes[2];
  tagspan_tokenizer *t = tagspan_tokenizer_new(NULL);
  EXPECT(tagspan_feed(t, page, strlen(page)) == TAGSPAN_OK);
  /* The encoding is not decided before the end. */
  while (tagspan_next(t, &token, 1, attributes, 2) == 0) EXPECT(tagspan_finish(t) == TAGSPAN_OK);
  EXPECT(tagspan_name_is(t, &token, "a") && tagspan_name_is(t, &token, "A"));
  EXPECT(!tagspan_name_is(t, &token, "b"));
  EXPECT(is(tagspan_value(t, &token, attributes, "href"), "x&y"));
  EXPECT(is(tagspan_value(t, &token, attributes, "Download"), ""));
  EXPECT(tagspan_value(t, &token, attributes, "id").data == NULL);
  EXPECT(attributes[0].quote == TAGSPAN_QUOTE_SINGLE && attributes[1].quote == TAGSPAN_QUOTE_NO_VALUE);
  EXPECT(is(tagspan_encoding(t), "UTF-8"));
  EXPECT(tagspan_status(t) == TAGSPAN_OK);
  tagspan_tokenizer_free(t);
}

static void spans_lead_back_to_the_source(void) {
  /* Two characters of two bytes each, which are three bytes each in UTF-8. */
  const char source[] = "\x93\xFA\x96\x7B<a href=x>";
  size_t length = sizeof source - 1;
  tagspan_options japanese = options();
  japanese.charset = "shift_jis";
  japanese.source_offsets = 1;
  for (size_t chunk = 1; chunk <= length; chunk++) {
    tagspan_tokenizer *t = tagspan_tokenizer_new(&japanese);
    uint64_t text_end = 0;
    unsigned tags = 0;
    for (size_t at = 0; at < length; at += chunk) {
      tagspan_token tokens[4];
      tagspan_attribute attributes[4];
      size_t count;
      EXPECT(tagspan_feed(t, source + at, length - at < chunk ? length - at : chunk) == TAGSPAN_OK);
      while ((count = tagspan_next(t, tokens, 4, attributes, 4)) > 0)
        for (size_t i = 0; i < count; i++) {
          uint64_t start, end;
          EXPECT(tagspan_source_span(t, tokens[i].start, tokens[i].end, &start, &end));
          if (tokens[i].kind == TAGSPAN_TEXT) {
            EXPECT(start == text_end && end % 2 == 0);
            text_end = end;
            continue;
          }
          EXPECT(tokens[i].start == 6 && start == 4 && end == length);
          const tagspan_attribute *href = &attributes[tokens[i].first_attribute];
          EXPECT(tagspan_source_span(t, tokens[i].start + href->value_start, tokens[i].start + href->value_end, &start, &end));
          EXPECT(start == 12 && end == 13);
          EXPECT(!tagspan_source_span(t, 1, 3, &start, &end));
          EXPECT(!tagspan_source_span(t, 0, 3, NULL, &end) && !tagspan_source_span(NULL, 0, 3, &start, &end));
          tags++;
        }
    }
    EXPECT(text_end == 4 && tags == 1);
    tagspan_tokenizer_free(t);
  }
}

static void misuse_has_a_status(void) {
  tagspan_token tokens[2], stale;
  tagspan_attribute attributes[2];
  tagspan_options utf8 = options();
  utf8.utf8 = 1;
  tagspan_tokenizer *t = tagspan_tokenizer_new(&utf8);
  const char *page = "<p><b><i>";

  /* No handle. */
  EXPECT(tagspan_feed(NULL, page, 9) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_finish(NULL) == TAGSPAN_NULL_POINTER && tagspan_reset(NULL) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_next(NULL, tokens, 2, attributes, 2) == 0);
  EXPECT(tagspan_status(NULL) == TAGSPAN_NULL_POINTER && strlen(tagspan_message(NULL)) > 0);
  EXPECT(tagspan_error_offset(NULL) == 0 && tagspan_attributes_needed(NULL) == 0 && tagspan_encoding(NULL).data == NULL);
  EXPECT(tagspan_name(NULL, tokens).data == NULL && tagspan_detail_name(NULL).data == NULL);
  tagspan_tokenizer_free(NULL);

  /* No memory. */
  EXPECT(tagspan_feed(t, NULL, 9) == TAGSPAN_NULL_POINTER && tagspan_status(t) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_feed(t, page, 9) == TAGSPAN_OK);
  EXPECT(tagspan_next(t, NULL, 2, NULL, 0) == 0 && tagspan_status(t) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_next(t, tokens, 0, NULL, 0) == 0 && tagspan_status(t) == TAGSPAN_INVALID_SIZE);
  EXPECT(tagspan_name(t, NULL).data == NULL && tagspan_status(t) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_feed_last(NULL, page, 9) == TAGSPAN_NULL_POINTER && tagspan_finish_truncated(NULL) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_set_text_mode(NULL, 0) == TAGSPAN_NULL_POINTER && tagspan_set_cdata(NULL, true) == TAGSPAN_NULL_POINTER);

  /* A chunk before its batches are taken; nothing is lost. */
  EXPECT(tagspan_next(t, tokens, 2, NULL, 0) == 2 && tagspan_status(t) == TAGSPAN_OK);
  EXPECT(tagspan_feed(t, "x", 1) == TAGSPAN_CHUNK_NOT_TAKEN);
  EXPECT(tagspan_finish(t) == TAGSPAN_CHUNK_NOT_TAKEN && strlen(tagspan_message(t)) > 0);
  EXPECT(is(tagspan_name(t, &tokens[1]), "b") && tagspan_status(t) == TAGSPAN_OK);

  /* What a string needs is null. */
  EXPECT(!tagspan_name_is(t, &tokens[1], NULL) && tagspan_status(t) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_name_is(t, &tokens[1], "B") && tagspan_status(t) == TAGSPAN_OK);
  EXPECT(tagspan_value(t, &tokens[1], attributes, NULL).data == NULL && tagspan_status(t) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_data(t, &tokens[1]).data == NULL && tagspan_status(t) == TAGSPAN_OK);
  EXPECT(tagspan_value(t, &tokens[1], NULL, "b").data == NULL && tagspan_status(t) == TAGSPAN_NULL_POINTER);
  EXPECT(tagspan_attribute_name(t, &tokens[1], NULL).data == NULL && tagspan_status(t) == TAGSPAN_NULL_POINTER);
  stale = tokens[1];
  EXPECT(tagspan_next(t, tokens, 2, NULL, 0) == 1 && is(tagspan_name(t, &tokens[0]), "i"));

  /* A token of an earlier batch, and one that is none. */
  EXPECT(tagspan_name(t, &stale).data == NULL && tagspan_status(t) == TAGSPAN_STALE_TOKEN);
  memset(&stale, 0, sizeof stale);
  EXPECT(tagspan_data(t, &stale).data == NULL && tagspan_status(t) == TAGSPAN_STALE_TOKEN);
  EXPECT(tagspan_next(t, tokens, 2, NULL, 0) == 0 && tagspan_status(t) == TAGSPAN_OK);

  /* After the end. */
  EXPECT(tagspan_next(t, tokens, 2, NULL, 0) == 0 && tagspan_status(t) == TAGSPAN_OK);
  EXPECT(tagspan_finish(t) == TAGSPAN_OK && tagspan_next(t, tokens, 2, NULL, 0) == 0);
  EXPECT(tagspan_feed(t, page, 9) == TAGSPAN_FED_AFTER_END && tagspan_finish(t) == TAGSPAN_FED_AFTER_END);
  EXPECT(tagspan_reset(t) == TAGSPAN_OK && tagspan_feed(t, page, 9) == TAGSPAN_OK);
  EXPECT(tagspan_reset(t) == TAGSPAN_OK && tagspan_feed(t, NULL, 0) == TAGSPAN_OK);
  tagspan_tokenizer_free(t);
}

static void too_many_attributes_are_asked_for_again(void) {
  const char *page = "<p><b a b c><i d>";
  tagspan_token tokens[8];
  tagspan_attribute attributes[3];
  tagspan_options utf8 = options();
  utf8.utf8 = 1;
  tagspan_tokenizer *t = tagspan_tokenizer_new(&utf8);
  for (int with = 0; with < 2; with++) {
    EXPECT(tagspan_feed(t, page, strlen(page)) == TAGSPAN_OK);
    EXPECT(tagspan_next(t, tokens, 8, attributes, 2) == 1);
    for (int again = 0; again < 2; again++) {
      EXPECT(tagspan_next(t, tokens, 8, attributes, 2) == 0 && tagspan_status(t) == TAGSPAN_ATTRIBUTES_FULL);
      EXPECT(tagspan_attributes_needed(t) == 3);
    }
    if (with) {
      EXPECT(tagspan_next(t, tokens, 8, attributes, 3) == 1 && is(tagspan_value(t, &tokens[0], attributes, "c"), ""));
      EXPECT(tagspan_next(t, tokens, 8, attributes, 3) == 1 && is(tagspan_attribute_name(t, &tokens[0], attributes), "d"));
    } else {
      EXPECT(tagspan_next(t, tokens, 8, NULL, 0) == 2 && tokens[0].attribute_count == 3);
    }
    EXPECT(tagspan_next(t, tokens, 8, attributes, 3) == 0 && tagspan_status(t) == TAGSPAN_OK);
  }
  tagspan_tokenizer_free(t);
}

static void a_source_ends_whole_or_cut_short(void) {
  struct {
    tagspan_result (*finish)(tagspan_tokenizer *);
    const char *source;
    size_t tokens;
    uint8_t kind;
    uint16_t flags;
  } rows[] = {
      {tagspan_finish, "<p>", 0, 0, 0},
      {tagspan_finish, "<!-- a", 1, TAGSPAN_COMMENT, 0},
      {tagspan_finish_truncated, "<!-- a", 1, TAGSPAN_COMMENT, TAGSPAN_TOKEN_FLAG_TRUNCATED},
      {tagspan_finish_truncated, "<a hr", 1, TAGSPAN_DROPPED, TAGSPAN_TOKEN_FLAG_TRUNCATED},
      {tagspan_finish_truncated, "<p>", 1, TAGSPAN_TEXT, TAGSPAN_TOKEN_FLAG_TRUNCATED},
  };
  tagspan_options utf8 = options();
  utf8.utf8 = 1;
  tagspan_tokenizer *t = tagspan_tokenizer_new(&utf8);
  tagspan_token tokens[4];
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    EXPECT(tagspan_feed(t, rows[row].source, strlen(rows[row].source)) == TAGSPAN_OK);
    while (tagspan_next(t, tokens, 4, NULL, 0) > 0) {}
    EXPECT(rows[row].finish(t) == TAGSPAN_OK && tagspan_next(t, tokens, 4, NULL, 0) == rows[row].tokens);
    EXPECT(rows[row].tokens == 0 || (tokens[0].kind == rows[row].kind && tokens[0].flags == rows[row].flags));
    EXPECT(tagspan_next(t, tokens, 4, NULL, 0) == 0 && tagspan_feed(t, "x", 1) == TAGSPAN_FED_AFTER_END);
    EXPECT(tagspan_reset(t) == TAGSPAN_OK);
  }
  /* The last chunk, in one call. */
  EXPECT(tagspan_feed_last(t, "<p>a&am", 7) == TAGSPAN_OK && tagspan_finish(t) == TAGSPAN_CHUNK_NOT_TAKEN);
  EXPECT(tagspan_next(t, tokens, 4, NULL, 0) == 2 && is(tagspan_data(t, &tokens[1]), "a&am"));
  EXPECT(tagspan_next(t, tokens, 4, NULL, 0) == 0 && tagspan_finish(t) == TAGSPAN_FED_AFTER_END);
  tagspan_tokenizer_free(t);
}

/* As a tree builder selects them, which takes the tokens one by one. */
static void text_modes_are_set_between_tokens(void) {
  struct {
    uint8_t mode;
    bool cdata;
    const char *source, *tokens;
  } rows[] = {
      {TAGSPAN_TEXT_MODE_DATA, false, "<script><b></script><![CDATA[x]]>", "<script>|<b>|</script>|#[CDATA[x]]"},
      {TAGSPAN_TEXT_MODE_SCRIPT_DATA, false, "<script><b></script>c", "<script>|<b>|</script>|c"},
      {TAGSPAN_TEXT_MODE_RCDATA, false, "<title>&lt;<b></title>", "<title>|<<b>|</title>"},
      {TAGSPAN_TEXT_MODE_PLAINTEXT, false, "<plaintext><b></plaintext>", "<plaintext>|<b></plaintext>"},
      {TAGSPAN_TEXT_MODE_DATA, true, "<p><![CDATA[<b>]]>", "<p>|dropped:cdata-start|<b>|dropped:cdata-end"},
  };
  tagspan_options own = options();
  own.utf8 = 1;
  own.feedback = TAGSPAN_FEEDBACK_NONE;
  tagspan_tokenizer *t = tagspan_tokenizer_new(&own);
  tagspan_token token;
  tagspan_attribute attributes[1];
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    trace found;
    bool in_text = false, first = true;
    found.length = 0;
    EXPECT(tagspan_feed_last(t, rows[row].source, strlen(rows[row].source)) == TAGSPAN_OK);
    for (; tagspan_next(t, &token, 1, attributes, 1) > 0; first = false) {
      write_token(&found, t, &token, attributes, &in_text);
      if (first) {
        EXPECT(tagspan_set_text_mode(t, rows[row].mode) == TAGSPAN_OK);
        EXPECT(tagspan_set_cdata(t, rows[row].cdata) == TAGSPAN_OK);
      }
    }
    EXPECT(strcmp(found.text, rows[row].tokens) == 0);
    EXPECT(tagspan_reset(t) == TAGSPAN_OK);
  }
  /* There is no such mode; and no place for one: in a tag, and before a token for whose attributes there was no room. */
  EXPECT(tagspan_set_text_mode(t, 6) == TAGSPAN_INVALID_OPTION);
  EXPECT(tagspan_feed(t, "<p><b a b><i", 12) == TAGSPAN_OK && tagspan_next(t, &token, 1, attributes, 1) == 1);
  EXPECT(tagspan_next(t, &token, 1, attributes, 1) == 0 && tagspan_status(t) == TAGSPAN_ATTRIBUTES_FULL);
  EXPECT(tagspan_set_text_mode(t, TAGSPAN_TEXT_MODE_RAWTEXT) == TAGSPAN_MODE_CHANGE_WITHIN_TOKEN);
  EXPECT(strlen(tagspan_message(t)) > 0);
  EXPECT(tagspan_next(t, &token, 1, NULL, 0) == 1 && tagspan_name_is(t, &token, "b"));
  EXPECT(tagspan_next(t, &token, 1, NULL, 0) == 0 && tagspan_status(t) == TAGSPAN_OK);
  EXPECT(tagspan_set_text_mode(t, TAGSPAN_TEXT_MODE_RAWTEXT) == TAGSPAN_MODE_CHANGE_WITHIN_TOKEN);
  EXPECT(tagspan_feed_last(t, ">", 1) == TAGSPAN_OK && tagspan_next(t, &token, 1, NULL, 0) == 1);
  EXPECT(tagspan_name_is(t, &token, "i"));
  tagspan_tokenizer_free(t);
}

static void ill_formed_bytes_are_counted(void) {
  const char *source = "<p>\xFF a \xE2\x82";
  struct {
    uint8_t validation;
    size_t count;
  } rows[] = {{TAGSPAN_VALIDATION_OFF, 0}, {TAGSPAN_VALIDATION_COUNT, 2}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tagspan_options counting = options();
    counting.charset = "utf-8";
    counting.validation = rows[row].validation;
    tagspan_tokenizer *t = tagspan_tokenizer_new(&counting);
    tagspan_token tokens[4];
    size_t count = 7;
    EXPECT(tagspan_feed_last(t, source, strlen(source)) == TAGSPAN_OK);
    while (tagspan_next(t, tokens, 4, NULL, 0) > 0) {}
    EXPECT(tagspan_ill_formed_count(t) == rows[row].count);
    const uint64_t *offsets = tagspan_ill_formed_offsets(t, &count);
    EXPECT(count == rows[row].count && (count == 0 || (offsets[0] == 3 && offsets[1] == 7)));
    tagspan_tokenizer_free(t);
    tagspan_page_options of_page = {.size = sizeof of_page, .tokenizer = &counting};
    tagspan_page *p = tagspan_page_new(source, strlen(source), &of_page);
    EXPECT(tagspan_page_ill_formed_count(p) == rows[row].count);
    tagspan_page_free(p);
  }
  size_t count = 7;
  EXPECT(tagspan_ill_formed_count(NULL) == 0 && tagspan_page_ill_formed_count(NULL) == 0);
  EXPECT(tagspan_ill_formed_offsets(NULL, &count) == NULL && count == 0 && tagspan_ill_formed_offsets(NULL, NULL) == NULL);
}

static void what_declares_nothing_is_guessed(void) {
  const char *russian = "<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0"; /* in windows-1251 */
  const char *japanese = "<p>\x1B$B4A;z\x1B(B";                     /* in ISO-2022-JP */
  struct {
    const char *source;
    uint8_t detect;
    size_t within;
    const char *default_encoding, *locale, *encoding;
  } rows[] = {
      {russian, TAGSPAN_DETECT_TRUE, 0, NULL, NULL, "windows-1251"},
      {"<p>", TAGSPAN_DETECT_TRUE, 0, NULL, NULL, "UTF-8"},
      {russian, TAGSPAN_DETECT_TRUE, 3, NULL, NULL, "UTF-8"},
      {russian, TAGSPAN_DETECT_FALSE, 0, NULL, NULL, "windows-1252"},
      {russian, TAGSPAN_DETECT_TRUE, 0, "koi8-r", NULL, "KOI8-R"},
      {russian, TAGSPAN_DETECT_TRUE, 0, NULL, "ja", "Shift_JIS"},
      {japanese, TAGSPAN_DETECT_TRUE, 0, NULL, NULL, "UTF-8"},
      {japanese, TAGSPAN_DETECT_ANY, 0, NULL, NULL, "ISO-2022-JP"},
      /* What excludes each other, and what is none. */
      {russian, TAGSPAN_DETECT_ANY, 0, "koi8-r", NULL, NULL},
      {russian, TAGSPAN_DETECT_TRUE, 9, NULL, "ja", NULL},
      {russian, TAGSPAN_DETECT_TRUE, 0, "koi8-r", "ja", NULL},
      {russian, 3, 0, NULL, NULL, NULL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tagspan_options guessing = options();
    guessing.detect = rows[row].detect;
    guessing.detect_within = rows[row].within;
    guessing.default_encoding = rows[row].default_encoding;
    guessing.locale = rows[row].locale;
    tagspan_tokenizer *t = tagspan_tokenizer_new(&guessing);
    tagspan_token tokens[4];
    EXPECT((tagspan_status(t) == TAGSPAN_INVALID_OPTION) == (rows[row].encoding == NULL));
    if (rows[row].encoding != NULL) {
      EXPECT(tagspan_feed_last(t, rows[row].source, strlen(rows[row].source)) == TAGSPAN_OK);
      EXPECT(tagspan_next(t, tokens, 4, NULL, 0) > 0);
      EXPECT(is(tagspan_encoding(t), rows[row].encoding));
      tagspan_page_options of_page = {.size = sizeof of_page, .tokenizer = &guessing};
      tagspan_page *p = tagspan_page_new(rows[row].source, strlen(rows[row].source), &of_page);
      EXPECT(is(tagspan_page_encoding(p), rows[row].encoding));
      tagspan_page_free(p);
    }
    tagspan_tokenizer_free(t);
  }
}

static void options_are_checked(void) {
  struct {
    tagspan_result status;
    size_t size;
    const char *charset, *default_encoding;
    uint8_t feedback, mode, action;
  } rows[] = {
      {TAGSPAN_OK, sizeof(tagspan_options), NULL, NULL, 2, 5, 3},
      {TAGSPAN_INVALID_SIZE, 0, NULL, NULL, 0, 0, 0},
      {TAGSPAN_INVALID_SIZE, sizeof(tagspan_options) - 1, NULL, NULL, 0, 0, 0},
      {TAGSPAN_UNKNOWN_ENCODING, sizeof(tagspan_options), "klingon", NULL, 0, 0, 0},
      {TAGSPAN_UNKNOWN_ENCODING, sizeof(tagspan_options), NULL, "klingon", 0, 0, 0},
      {TAGSPAN_INVALID_OPTION, sizeof(tagspan_options), "\xFF", NULL, 0, 0, 0},
      {TAGSPAN_INVALID_OPTION, sizeof(tagspan_options), NULL, NULL, 3, 0, 0},
      {TAGSPAN_INVALID_OPTION, sizeof(tagspan_options), NULL, NULL, 0, 6, 0},
      {TAGSPAN_INVALID_OPTION, sizeof(tagspan_options), NULL, NULL, 0, 0, 4},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tagspan_options wrong = options();
    wrong.size = rows[row].size;
    wrong.charset = rows[row].charset;
    wrong.default_encoding = rows[row].default_encoding;
    wrong.feedback = rows[row].feedback;
    wrong.initial_text_mode = rows[row].mode;
    wrong.comment.action = rows[row].action;
    tagspan_tokenizer *t = tagspan_tokenizer_new(&wrong);
    EXPECT(t != NULL && tagspan_status(t) == rows[row].status);
    EXPECT((strlen(tagspan_message(t)) > 0) == (rows[row].status != TAGSPAN_OK));
    EXPECT(tagspan_feed(t, "x", 1) == rows[row].status && tagspan_reset(t) == rows[row].status);
    tagspan_tokenizer_free(t);
  }
  /* The whole source is nothing that can be left out. */
  tagspan_options skipped = options();
  skipped.source.action = TAGSPAN_LIMIT_ACTION_SKIP;
  tagspan_tokenizer *t = tagspan_tokenizer_new(&skipped);
  EXPECT(tagspan_status(t) == TAGSPAN_INVALID_OPTION);
  tagspan_tokenizer_free(t);
}

static void limits_fail_truncate_and_skip(void) {
  const char *page = "<p><!-- a comment of more than thirty-two bytes --><b>";
  struct {
    tagspan_limit limit;
    tagspan_result status;
    const char *tokens;
  } rows[] = {
      {{0, TAGSPAN_LIMIT_ACTION_DEFAULT}, TAGSPAN_OK, "<p>|# a comment of more than thirty-two bytes |<b>"},
      {{32, TAGSPAN_LIMIT_ACTION_FAIL}, TAGSPAN_LIMIT_EXCEEDED, "<p>"},
      {{32, TAGSPAN_LIMIT_ACTION_TRUNCATE}, TAGSPAN_OK, "<p>|# a comment of more than thir|<b>"},
      {{32, TAGSPAN_LIMIT_ACTION_SKIP}, TAGSPAN_OK, "<p>|dropped:skipped-comment|<b>"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tagspan_options limited = options();
    limited.utf8 = 1;
    limited.comment = rows[row].limit;
    tagspan_tokenizer *t = tagspan_tokenizer_new(&limited);
    for (int again = 0; again < 2; again++) {
      trace found = {"", 0};
      tagspan_token tokens[8];
      bool in_text = false;
      size_t count;
      EXPECT(tagspan_feed(t, page, strlen(page)) == TAGSPAN_OK);
      while ((count = tagspan_next(t, tokens, 8, NULL, 0)) > 0)
        for (size_t i = 0; i < count; i++) write_token(&found, t, &tokens[i], NULL, &in_text);
      EXPECT(strcmp(found.text, rows[row].tokens) == 0);
      EXPECT(tagspan_status(t) == rows[row].status && tagspan_next(t, tokens, 8, NULL, 0) == 0);
      if (rows[row].status != TAGSPAN_OK) {
        EXPECT(tagspan_error_offset(t) == 3 && strstr(tagspan_message(t), "comment at byte 3") != NULL);
        EXPECT(tagspan_feed(t, page, 1) == rows[row].status && tagspan_finish(t) == rows[row].status);
      }
      EXPECT(tagspan_reset(t) == TAGSPAN_OK);
    }
    tagspan_tokenizer_free(t);
  }
}

static void a_late_declaration_starts_the_document_again(void) {
  char page[2000];
  memset(page, ' ', sizeof page);
  memcpy(page, "<p>\xCF<b>", 7);
  memcpy(page + 1900, "<meta charset=windows-1251>", 27);
  tagspan_options late = options();
  late.late_declarations = TAGSPAN_LATE_DECLARATIONS_FOLLOW;
  late.default_encoding = "windows-1252";
  struct {
    size_t replay_limit;
    tagspan_result status;
  } rows[] = {{0, TAGSPAN_RESTART}, {1, TAGSPAN_FEED_AGAIN}};
  for (int row = 0; row < 2; row++) {
    late.replay_limit = rows[row].replay_limit;
    tagspan_tokenizer *t = tagspan_tokenizer_new(&late);
    tagspan_token tokens[16];
    bool has_restarted = false, was_found = false;
    size_t chunk = 100;
    for (size_t at = 0; at < sizeof page;) {
      EXPECT(tagspan_feed(t, page + at, chunk) == TAGSPAN_OK);
      at += chunk;
      for (;;) {
        size_t count = tagspan_next(t, tokens, 16, NULL, 0);
        if (count == 0 && tagspan_status(t) == TAGSPAN_OK) break;
        if (count == 0) {
          EXPECT(tagspan_status(t) == rows[row].status && !has_restarted);
          has_restarted = true;
          if (rows[row].status == TAGSPAN_FEED_AGAIN) {
            at = 0;
            break;
          }
        }
        for (size_t i = 0; i < count; i++)
          was_found |= has_restarted && tokens[i].kind == TAGSPAN_TEXT && is(tagspan_data(t, &tokens[i]), "\xD0\x9F");
      }
    }
    EXPECT(has_restarted && was_found && is(tagspan_encoding(t), "windows-1251"));
    tagspan_tokenizer_free(t);
  }
}

static void a_late_declaration_is_reported(void) {
  char page[2000];
  memset(page, ' ', sizeof page);
  memcpy(page, "<p>\xCF<b>", 7);
  memcpy(page + 1900, "<meta charset=windows-1251>", 27);
  struct {
    uint8_t policy;
    const char *outcome;
  } rows[] = {
      {TAGSPAN_LATE_DECLARATIONS_REPORT, "ignored"},
      {TAGSPAN_LATE_DECLARATIONS_FOLLOW, "restarted"},
      {TAGSPAN_LATE_DECLARATIONS_IGNORE, NULL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tagspan_options late = options();
    late.late_declarations = rows[row].policy;
    late.default_encoding = "windows-1252";
    tagspan_tokenizer *t = tagspan_tokenizer_new(&late);
    tagspan_token tokens[4];
    tagspan_declaration found;
    EXPECT(!tagspan_late_declaration(t, &found, sizeof found));
    EXPECT(tagspan_feed_last(t, page, sizeof page) == TAGSPAN_OK);
    while (tagspan_next(t, tokens, 4, NULL, 0) > 0 || tagspan_status(t) == TAGSPAN_RESTART) {}
    EXPECT(tagspan_late_declaration(t, &found, sizeof found) == (rows[row].outcome != NULL));
    if (rows[row].outcome != NULL) {
      EXPECT(is(found.encoding, "windows-1251") && is(found.outcome, rows[row].outcome));
      EXPECT(found.start == 1901 && found.end == 1928);
      EXPECT(!tagspan_late_declaration(t, NULL, sizeof found) && !tagspan_late_declaration(t, &found, 0));
    }
    tagspan_tokenizer_free(t);
  }
  EXPECT(!tagspan_late_declaration(NULL, &(tagspan_declaration){.start = 0}, sizeof(tagspan_declaration)));
}

static void memory_does_not_grow(void) {
  const char *page = "<!DOCTYPE html><title>A</title><p>\x93\xFA<a href='?a&amp;b'>";
  tagspan_options japanese = options();
  japanese.charset = "shift_jis";
  japanese.source_offsets = 1;
  japanese.parse_errors = 1;
  size_t before = 0;
  for (int i = 0; i < 1010; i++) {
    trace found;
    if (i == 10) before = __sanitizer_get_current_allocated_bytes();
    tagspan_tokenizer *t = tagspan_tokenizer_new(&japanese);
    write_tokens(&found, t, page, strlen(page), 7, 4);
    tagspan_page *p = tagspan_page_new(page, strlen(page), NULL);
    EXPECT(tagspan_page_link_count(p) == 1);
    tagspan_page_free(p);
    /* One that is freed in the middle of a chunk. */
    EXPECT(tagspan_reset(t) == TAGSPAN_OK && tagspan_feed(t, page, 20) == TAGSPAN_OK);
    tagspan_tokenizer_free(t);
  }
  EXPECT(before > 0 && __sanitizer_get_current_allocated_bytes() == before);
}

static void a_page_has_links_and_text(void) {
  const char page[] = "<html lang=ja><meta charset=shift_jis><title>\x93\xFA</title><base href=/base/>"
                      "<p>\x96\x7B <a rel=next href='a?x&amp;y'>one</a><img srcset='i.png 2x, j.png'><a href='http://['>";
  size_t length = sizeof page - 1;
  tagspan_page_options at = {.size = sizeof at, .base_url = "https://example.com/x"};
  tagspan_page *p = tagspan_page_new(page, length, &at);
  EXPECT(tagspan_page_status(p) == TAGSPAN_OK && strlen(tagspan_page_message(p)) == 0);
  EXPECT(is(tagspan_page_title(p), "\xE6\x97\xA5") && is(tagspan_page_lang(p), "ja"));
  EXPECT(is(tagspan_page_text(p), "\xE6\x9C\xAC one"));
  EXPECT(is(tagspan_page_encoding(p), "Shift_JIS") && is(tagspan_page_base_url(p), "https://example.com/base/"));
  EXPECT(tagspan_page_link_count(p) == 4 && tagspan_page_lost(p) == 0);
  struct {
    const char *url, *value, *element, *attribute, *kind, *descriptor, *rel, *text, *source;
  } rows[] = {
      {"https://example.com/base/a?x&y", "a?x&y", "a", "href", "attribute", NULL, "next", "one", "a?x&amp;y"},
      {"https://example.com/base/i.png", "i.png", "img", "srcset", "srcset", "2x", NULL, NULL, "i.png"},
      {"https://example.com/base/j.png", "j.png", "img", "srcset", "srcset", NULL, NULL, NULL, "j.png"},
      {NULL, "http://[", "a", "href", "attribute", NULL, NULL, NULL, "http://["},
  };
  tagspan_link link;
  for (size_t i = 0; i < 4; i++) {
    EXPECT(tagspan_page_link(p, i, &link, sizeof link));
#define SAME(field) (rows[i].field == NULL ? link.field.data == NULL : is(link.field, rows[i].field))
    EXPECT(SAME(url) && SAME(value) && SAME(element) && SAME(attribute) && SAME(kind) && SAME(descriptor) && SAME(rel));
    EXPECT(SAME(text));
    EXPECT(link.end - link.start == strlen(rows[i].source) && !link.truncated);
    EXPECT(memcmp(page + link.start, rows[i].source, link.end - link.start) == 0);
  }
  struct {
    tagspan_link link;
    char later[16];
  } longer;
  memset(&longer, 1, sizeof longer);
  EXPECT(tagspan_page_link(p, 0, &longer.link, sizeof longer) && longer.later[0] == 0 && longer.later[15] == 0);
  EXPECT(!tagspan_page_link(p, 0, &link, 0));
  EXPECT(!tagspan_page_link(p, 4, &link, sizeof link) && !tagspan_page_link(p, 0, NULL, sizeof link));
  /* A program that was built with an earlier version has a smaller struct: no more is written. */
  memset(&link, 0, sizeof link);
  EXPECT(tagspan_page_link(p, 0, &link, offsetof(tagspan_link, value)) && link.url.data != NULL && link.value.data == NULL);
  tagspan_page_free(p);
}

static void other_links_are_asked_for(void) {
  const char *page = "<a href=a><img data-src=b><p data-href=c style='background: url(d)'><style>@import 'e'</style>";
  const char *images[] = {"img@data-src"}, *both[] = {"img@data-src", "*@data-href"};
  const char *wrong[] = {"data-src"}, *missing[] = {"img@data-src", NULL};
  struct {
    const char *const *attributes;
    size_t count;
    uint8_t css;
    tagspan_result status;
    const char *values;
  } rows[] = {
      {NULL, 0, 0, TAGSPAN_OK, "a"},
      {images, 1, 0, TAGSPAN_OK, "ab"},
      {both, 2, 0, TAGSPAN_OK, "abc"},
      {NULL, 0, 1, TAGSPAN_OK, "ade"},
      {both, 2, 1, TAGSPAN_OK, "abcde"},
      {wrong, 1, 0, TAGSPAN_INVALID_OPTION, ""},
      {missing, 2, 0, TAGSPAN_NULL_POINTER, ""},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tagspan_page_options with = {.size = sizeof with};
    with.attributes = rows[row].attributes;
    with.attribute_count = rows[row].count;
    with.css = rows[row].css;
    tagspan_page *p = tagspan_page_new(page, strlen(page), &with);
    EXPECT(tagspan_page_status(p) == rows[row].status && tagspan_page_link_count(p) == strlen(rows[row].values));
    for (size_t i = 0; i < tagspan_page_link_count(p); i++) {
      tagspan_link link;
      EXPECT(tagspan_page_link(p, i, &link, sizeof link) && link.value.length == 1);
      EXPECT(*link.value.data == rows[row].values[i] && is(link.kind, "css") == (rows[row].values[i] >= 'd'));
    }
    tagspan_page_free(p);
  }
}

static void pages_have_a_status(void) {
  tagspan_options tokenizer = options();
  tokenizer.comment.action = TAGSPAN_LIMIT_ACTION_FAIL;
  tokenizer.comment.max = 32;
  const char *page = "<title>t</title>text<a href=x><!-- a comment of more than thirty-two bytes -->";
  struct {
    tagspan_page_options options;
    tagspan_result status;
    size_t links;
    const char *text;
  } rows[] = {
      {{.size = sizeof(tagspan_page_options)}, TAGSPAN_OK, 1, "text"},
      {{.size = sizeof(tagspan_page_options), .without_links = 1}, TAGSPAN_OK, 0, "text"},
      {{.size = sizeof(tagspan_page_options), .without_text = 1}, TAGSPAN_OK, 1, ""},
      {{.size = sizeof(tagspan_page_options), .tokenizer = &tokenizer}, TAGSPAN_LIMIT_EXCEEDED, 1, "text"},
      {{.size = 1}, TAGSPAN_INVALID_SIZE, 0, ""},
      {{.size = sizeof(tagspan_page_options), .base_url = "no URL"}, TAGSPAN_INVALID_URL, 0, ""},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tagspan_page *p = tagspan_page_new(page, strlen(page), &rows[row].options);
    EXPECT(tagspan_page_status(p) == rows[row].status && tagspan_page_link_count(p) == rows[row].links);
    EXPECT(is(tagspan_page_text(p), rows[row].text));
    EXPECT((strlen(tagspan_page_message(p)) > 0) == (rows[row].status != TAGSPAN_OK));
    EXPECT((tagspan_page_error_offset(p) > 0) == (rows[row].status == TAGSPAN_LIMIT_EXCEEDED));
    tagspan_page_free(p);
  }
  tagspan_page *p = tagspan_page_new(NULL, 1, NULL);
  EXPECT(tagspan_page_status(p) == TAGSPAN_NULL_POINTER);
  tagspan_page_free(p);
  tagspan_page_free(NULL);
  EXPECT(tagspan_page_status(NULL) == TAGSPAN_NULL_POINTER && tagspan_page_link_count(NULL) == 0);
  EXPECT(tagspan_page_title(NULL).data == NULL && strlen(tagspan_page_message(NULL)) > 0);
}

int main(void) {
  EXPECT(strlen(tagspan_version()) > 0);
  tokens_are_those_of_the_standard();
  names_and_values_are_found_without_case();
  spans_lead_back_to_the_source();
  misuse_has_a_status();
  too_many_attributes_are_asked_for_again();
  a_source_ends_whole_or_cut_short();
  text_modes_are_set_between_tokens();
  ill_formed_bytes_are_counted();
  what_declares_nothing_is_guessed();
  options_are_checked();
  limits_fail_truncate_and_skip();
  a_late_declaration_starts_the_document_again();
  a_late_declaration_is_reported();
  a_page_has_links_and_text();
  other_links_are_asked_for();
  pages_have_a_status();
  memory_does_not_grow();
  puts("tokens.c: all as specified");
  return 0;
}
