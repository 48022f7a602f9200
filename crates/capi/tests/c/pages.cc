// The header from C++: handles that free themselves, and a tokenizer for each thread.

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "expect.h"

namespace {

struct Free {
  void operator()(tagspan_tokenizer *tokenizer) const { tagspan_tokenizer_free(tokenizer); }
  void operator()(tagspan_page *page) const { tagspan_page_free(page); }
};

std::string text_of(tagspan_string string) { return string.data ? std::string(string.data, string.length) : "none"; }

// The links of a page that comes in chunks of this length.
std::vector<std::string> links(const std::string &page, size_t chunk) {
  tagspan_options options = {};
  options.size = sizeof options;
  options.charset = "utf-8";
  std::unique_ptr<tagspan_tokenizer, Free> t(tagspan_tokenizer_new(&options));
  std::vector<tagspan_token> tokens(64);
  std::vector<tagspan_attribute> attributes(64);
  std::vector<std::string> found;
  for (size_t at = 0; at < page.size(); at += chunk) {
    EXPECT(tagspan_feed(t.get(), page.data() + at, std::min(chunk, page.size() - at)) == TAGSPAN_OK);
    while (size_t count = tagspan_next(t.get(), tokens.data(), tokens.size(), attributes.data(), attributes.size()))
      for (size_t i = 0; i < count; i++)
        if (tokens[i].kind == TAGSPAN_START_TAG && tagspan_name_is(t.get(), &tokens[i], "a"))
          found.push_back(text_of(tagspan_value(t.get(), &tokens[i], attributes.data(), "href")));
  }
  EXPECT(tagspan_status(t.get()) == TAGSPAN_OK);
  return found;
}

} // namespace

int main() {
  std::string page;
  for (int i = 0; i < 500; i++) page += "<p>text &amp; <A href='/?x&amp;y=" + std::to_string(i) + "'>link</A><a>\n";

  std::vector<std::string> expected;
  for (int i = 0; i < 500; i++) {
    expected.push_back("/?x&y=" + std::to_string(i));
    expected.push_back("none");
  }
  std::vector<std::thread> threads;
  for (size_t chunk : {size_t(1), size_t(7), size_t(4096), page.size()})
    threads.emplace_back([&, chunk] { EXPECT(links(page, chunk) == expected); });
  for (std::thread &thread : threads) thread.join();

  tagspan_page_options options = {};
  options.size = sizeof options;
  options.base_url = "https://example.com/";
  std::unique_ptr<tagspan_page, Free> whole(tagspan_page_new(page.data(), page.size(), &options));
  EXPECT(tagspan_page_link_count(whole.get()) == 500);
  tagspan_link link;
  EXPECT(tagspan_page_link(whole.get(), 499, &link, sizeof link));
  EXPECT(text_of(link.url) == "https://example.com/?x&y=499" && text_of(link.text) == "link");
  EXPECT(text_of(tagspan_page_text(whole.get())).substr(0, 11) == "text & link");
  puts("pages.cc: all as specified");
}
