//! What blogs call their parts, in the languages whose blogs we have met: words of addresses, of
//! classes, of feeds' names, of the lines beside posts. One list for all rooms.

/// Tags and categories.
#[rustfmt::skip]
const TAGS: &[&str] = &[
    "tag", "tags", "tagged", "cat", "cats", "label", "labels", "keyword", "keywords", "schlagwort",
    "schlagwörter", "schlagworte", "stichwort", "rubrik", "rubrique", "rubriques", "etiqueta",
    "etiquetas", "etichetta", "etichette", "étiquette", "étiquettes", "etiquette", "etiquettes",
    "mot-cle", "motcle", "trefwoord", "avainsana", "kulcsszo", "cimke", "címke", "štítek", "stitek",
    "rubrika", "rubriky", "tagi", "etiket", "etiketler", "метка", "метки", "тег", "теги", "рубрика",
    "рубрики", "标签", "標籤", "分类", "分類", "类别", "タグ", "カテゴリ", "カテゴリー", "태그", "분류", "taggar", "etikett",
    "etiketter", "stikord", "stikkord", "nøgleord", "nøkkelord", "avainsanat", "tunniste",
    "tunnisteet", "trefwoorden", "etykieta", "etykiety", "štítky", "stitky", "tagy", "značky",
    "znacky", "címkék", "cimkek", "etichete", "marcador", "marcadores", "etiquetes", "schlagworter",
    "stichworte", "stichwörter", "тэг", "тэги", "ярлык", "ярлыки", "мітка", "мітки", "позначка",
    "позначки", "етикет", "етикети", "тагове", "ετικέτα", "ετικέτες", "κατηγορία", "κατηγορίες",
    "nhãn", "oznaka", "oznake", "žyma", "žymos", "märksõnad", "etiketak", "แท็ก", "ป้ายกำกับ",
    "หมวดหมู่", "وسم", "وسوم", "الوسوم", "تصنيف", "تصنيفات", "التصنيفات", "برچسب", "برچسبها", "תג",
    "תגים", "תגית", "תגיות", "קטגוריה", "קטגוריות", "टैग", "श्रेणी", "類別", "ジャンル", "topics",
    "themen", "temas", "onderwerpen", "emner", "konular", "tematy", "témata", "temata", "sujets",
    "assuntos", "subiecte", "темы", "aiheet", "temes",
];

/// A topic: a tag in addresses and in classes; in lines beside posts by itself alone. "More on this
/// topic:" is no label of tags.
#[rustfmt::skip]
const TOPICS: &[&str] = &[
    "topic", "subject", "thema", "tema", "onderwerp", "emne", "ämne", "konu", "temat", "sujet",
    "assunto", "тема", "aihe", "topik", "话题", "話題", "专题", "專題", "주제",
];

/// What words for categories begin with: categories, categoría, categorie, Kategorie, kategori.
const CATEGORIES: &[&str] = &["categor", "catégor", "kategor", "катего"];

/// Those that in classes hardly mean anything else, of one and of several: a `label` may stand
/// beside a field of a form, a `topic` in a menu.
const TAG_CLASSES: &[&str] = &["tag", "keyword", "category"];
const TAGS_CLASSES: &[&str] = &["tags", "keywords", "categories"];

/// Comments.
#[rustfmt::skip]
const COMMENTS: &[&str] = &[
    "comment", "comments", "commentaire", "commentaires", "kommentar", "kommentare", "comentario",
    "comentarios", "commenti", "reacties", "replies", "komentarze", "комментарии", "комментарий",
    "комментария", "комментариев", "コメント", "件のコメント", "评论", "評論", "条评论",
];

/// Authors.
#[rustfmt::skip]
const AUTHORS: &[&str] = &[
    "author", "authors", "auteur", "auteurs", "autor", "autores", "autoren", "autore", "autori",
    "verfasser", "автор", "авторы", "作者", "skribent", "skribenter", "författare", "forfatter",
    "forfattere", "kirjoittaja", "kirjoittajat", "yazar", "yazarlar", "szerző", "szerzo", "penulis",
    "autorzy", "autoři", "автори", "συγγραφέας", "συντάκτης", "كاتب", "الكاتب", "نویسنده", "著者",
    "작성자", "글쓴이", "rédacteur", "redacteur",
];

/// Pictures of authors, at the end of a class: `author-avatar`.
#[rustfmt::skip]
const PICTURES: &[&str] = &[
    "avatar", "gravatar", "image", "img", "photo", "photograph", "pic", "picture", "portrait",
    "thumb", "thumbnail", "logo", "icon",
];

/// What the pictures of people are called, in classes and addresses.
const AVATARS: [&str; 4] = ["avatar", "avatars", "gravatar", "userpic"];

/// What stands ahead of an author's name: words and short phrases.
#[rustfmt::skip]
const BY: &[&str] = &[
    "by", "von", "par", "por", "per", "di", "da", "de", "door", "av", "af", "przez", "od", "oleh",
    "yazan", "yazar", "napsal", "napsala", "írta", "szerző", "kirjoittanut", "kirjoittaja",
    "skrevet av", "tác giả", "bởi", "από", "投稿者", "著者", "由", "작성자", "글쓴이",
];

/// What stands ahead of such a phrase, by its beginning: "posted by", not "powered by".
#[rustfmt::skip]
const WROTE: &[&str] = &[
    "post", "writ", "wrot", "pubbl", "submitt", "geschrieb", "veröffentlich", "verfasst",
    "erstellt", "écrit", "rédig", "propos", "escri", "scritt", "inserit", "geplaatst", "geschrev",
    "gepost", "skrev", "skriv", "publ", "napis", "opublik", "dodan", "gönder", "yaz", "ditulis",
    "опублик", "написа", "размест", "добав", "articol", "articl", "artikel", "text", "entry",
    "entrad",
];

/// The same where a name stands ahead of it, in scripts without blanks between words.
const WROTE_BEHIND: &[&str] = &[
    "发表于",
    "发布于",
    "提交于",
    "张贴于",
    "撰写于",
    "發表於",
    "發佈於",
    "發布於",
    "張貼於",
    "さんが投稿",
];

/// In names of classes and properties: the day of publication, and that of a change. hAtom and
/// schema.org say `published`, `dateModified`.
const PUBLISHED: &[&str] = &["publish"];
const CHANGED: &[&str] = &["updat", "modif"];

/// Lists of all posts.
#[rustfmt::skip]
const ARCHIVES: &[&str] = &[
    "archive", "archives", "archiv", "archivo", "archivos", "archivio", "arquivo", "arquivos",
    "archief", "arkiv", "arkisto", "archiwum", "archív", "arşiv", "arsiv", "архив", "αρχείο", "归档",
    "存档", "歸檔", "彙整", "アーカイブ", "보관함", "posts", "articles", "artikel", "artículos", "entries",
    "essays", "blog", "all",
];

/// The words of a class, an id or another name in the markup, as written: those that signs part,
/// and of each the words that capitals part (`blogComments`: blogComments, blog, Comments).
pub(crate) fn words_of_name(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric()).flat_map(|word| {
        let capital = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        let joint = move |from: usize| {
            let at = word.as_bytes()[from..].windows(2).position(capital);
            at.map_or(word.len(), |at| from + at + 1)
        };
        let first = Some(0..joint(0)).filter(|part| part.end < word.len());
        let next = move |part: &std::ops::Range<usize>| {
            (part.end < word.len()).then(|| part.end..joint(part.end))
        };
        std::iter::once(word).chain(std::iter::successors(first, next).map(|part| &word[part]))
    })
}

/// True for a word for lists of all posts, in lower case.
pub(crate) fn names_archives(word: &str) -> bool {
    ARCHIVES.contains(&word)
}

/// True for a word for tags and categories, in lower case.
pub(crate) fn names_tags(word: &str) -> bool {
    TAGS.contains(&word) || names_topic(word) || CATEGORIES.iter().any(|c| word.starts_with(c))
}

/// True for those that mean one topic, in lower case.
pub(crate) fn names_topic(word: &str) -> bool {
    TOPICS.contains(&word)
}

/// True for a class of an author's picture, `author-avatar`: what stands there for screen readers
/// may be no name.
pub(crate) fn names_picture(class: &str) -> bool {
    let mut words: Vec<String> = words_of_name(class).map(str::to_ascii_lowercase).collect();
    let is_picture = words.pop().is_some_and(|last| PICTURES.contains(&&*last));
    is_picture && words.iter().any(|word| word.starts_with("author"))
}

/// True for a class or an address of a picture that has a word for pictures of people.
pub(crate) fn names_avatar(name: &str) -> bool {
    // Data in place of an address have no words.
    let words = || words_of_name(name).map(str::to_ascii_lowercase);
    !name.starts_with("data:") && words().any(|word| AVATARS.contains(&&*word))
}

/// True for a class that says of any element that it is a tag or a part of their row, in lower
/// case: `post-tag`, `tags__item`. `tag-bread` says of a post that it has this tag.
pub(crate) fn marks_tags(class: &str) -> bool {
    let mut parts = class.split(|c: char| !c.is_alphanumeric());
    let last = parts.clone().next_back();
    last.is_some_and(|part| TAG_CLASSES.contains(&part))
        || parts.any(|part| TAGS_CLASSES.contains(&part))
}

/// True for a word for comments, in lower case.
pub(crate) fn names_comments(word: &str) -> bool {
    COMMENTS.contains(&word)
}

/// True for a word or phrase behind which an author's name stands, in lower case.
pub(crate) fn says_who(phrase: &str) -> bool {
    BY.contains(&phrase) || names_authors(phrase)
}

/// True for a word of writing, in lower case.
pub(crate) fn says_wrote(word: &str) -> bool {
    WROTE.iter().any(|stem| word.starts_with(stem))
}

/// What stands ahead of a phrase of writing that follows a name: `周远` of `周远 发表于 2013`.
pub(crate) fn ahead_of_wrote(text: &str) -> Option<&str> {
    let at = WROTE_BEHIND.iter().filter_map(|phrase| text.find(phrase)).min()?;
    Some(&text[..at])
}

/// True for the name of a class or property that speaks of publication, in lower case.
pub(crate) fn says_published(name: &str) -> bool {
    PUBLISHED.iter().any(|stem| name.contains(stem))
}

/// True for one that speaks of a change, in lower case.
pub(crate) fn says_changed(name: &str) -> bool {
    CHANGED.iter().any(|stem| name.contains(stem))
}

/// True for the classes and properties of an element of which one speaks of a change, and none of
/// publication.
pub(crate) fn tell_change<'n>(names: impl Iterator<Item = &'n str> + Clone) -> bool {
    let one = |says: fn(&str) -> bool| names.clone().any(|n| says(&n.to_ascii_lowercase()));
    one(says_changed) && !one(says_published)
}

/// True for a word for authors, in lower case.
pub(crate) fn names_authors(word: &str) -> bool {
    AUTHORS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::words_of_name;

    #[test]
    fn a_name_has_the_words_that_signs_and_capitals_part() {
        let cases: [(&str, &[&str]); 5] = [
            ("post-comments", &["post", "comments"]),
            ("blogComments", &["blogComments", "blog", "Comments"]),
            ("vCard author", &["vCard", "v", "Card", "author"]),
            ("aB1cD", &["aB1cD", "a", "B1c", "D"]),
            ("标签Tag", &["标签Tag"]),
        ];
        for (name, words) in cases {
            assert_eq!(words_of_name(name).collect::<Vec<_>>(), words, "{name}");
        }
    }
}
