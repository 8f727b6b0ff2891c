//! Links to the page of the program: a variant, and a position or a game of it.

use super::Storage;
use crate::notation::text::{MAX_LINK_TEXT, MAX_LINK_VARIANT, percent_decode};
use crate::notation::variants_ini::{self, VariantFileError, Variants};
use crate::platform::file_system;

/// Most variants of links that have the same name.
const MAX_SAME_NAME: usize = 20;

/// Contents of a link.
///
/// ```
/// use xxlchess::storage::link::Link;
///
/// let link = Link::parse("https://page/#variant=chess&fen=k7/8/8/8/8/8/8/K7%20w").unwrap();
/// assert_eq!(link.variant.as_deref(), Some("chess"));
/// assert_eq!(link.text.as_deref(), Some("k7/8/8/8/8/8/8/K7 w"));
/// assert_eq!(Link::parse("k7/8/8/8/8/8/8/K7 w"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Name of a variant, or the text of a file of variants, of which the last one is meant.
    pub variant: Option<String>,
    /// A FEN or a PGN.
    pub text: Option<String>,
}

impl Link {
    /// Reads the address of a page with a variant, a position or a game. `None` for another text.
    pub fn parse(address: &str) -> Option<Self> {
        let (page, parameters) = address.trim().split_once('#')?;
        if !["http://", "https://", "file://"].iter().any(|start| page.starts_with(start)) {
            return None;
        }
        let parameter = |name: &str| {
            let mut values = parameters.split('&').filter_map(|parameter| parameter.split_once('='));
            let (_, value) = values.find(|(key, _)| *key == name)?;
            // A value that cannot be decoded is kept. The reader of the value refuses it.
            Some(percent_decode(value).unwrap_or_else(|| value.to_owned()))
        };
        let text = parameter("analyse").or_else(|| parameter("fen"));
        let link = Self { variant: parameter("variant"), text };
        (link != Self::default()).then_some(link)
    }
}

impl Storage {
    /// Saves the variant of a link among the player's own, if the link has its text. Returns the link with its name, which
    /// replaces that of the link in a PGN.
    ///
    /// # Errors
    /// A sentence with the reason why the variant cannot be used or saved, or if the text is too long.
    pub fn save_link(&self, link: Link) -> Result<Link, String> {
        if link.text.as_ref().is_some_and(|text| text.len() > MAX_LINK_TEXT) {
            return Err(format!("the game is longer than {MAX_LINK_TEXT} bytes"));
        }
        let Some(variant) = &link.variant else { return Ok(link) };
        let name = self.variant_of_link(variant)?;
        let known_as = variants_ini::section_names(variant).pop();
        let tag = |name: &str| format!("[Variant {name:?}]");
        let text = link.text.map(|text| match known_as {
            Some(known_as) => text.replacen(&tag(known_as), &tag(&name), 1),
            None => text,
        });
        Ok(Link { variant: Some(name), text })
    }

    /// The name of the variant of a link, which has the name of a known variant or the text of a file of variants, of which the
    /// last one is meant. That of a text is saved as a variant of the player's own, with a number if its name is taken.
    ///
    /// # Errors
    /// A sentence with the reason why the text cannot be used or saved.
    pub fn variant_of_link(&self, link: &str) -> Result<String, String> {
        if !link.trim_start().starts_with('[') {
            return Ok(link.to_owned());
        }
        if link.len() > MAX_LINK_VARIANT {
            return Err(format!("the game has {} bytes; at most {MAX_LINK_VARIANT} are read", link.len()));
        }
        let first = |error: VariantFileError| error.0.first().map_or_else(String::new, ToString::to_string);
        let read = Variants::built_in().with_file("link", link).map_err(first)?;
        let name = read.own_names().last().ok_or("there is no [variant] with rules of its own in it")?;
        let text = read.file_text(name);
        let (known, _) = self.variants();
        for number in 1..=MAX_SAME_NAME {
            let new_name = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
            // The last section is that of the game.
            let header = text.rfind(&format!("[{name}")).unwrap_or_default();
            let text = format!("{}[{new_name}{}", &text[..header], &text[header + 1 + name.len()..]);
            match known.with_file("link", &text) {
                // A known variant has the same rules.
                Ok(_) if known.rules(&new_name).is_some() => return Ok(new_name),
                Ok(_) if !file_system::exists(&self.variant_file(&new_name)?) => {
                    return self.save_variant(&new_name, &text, false).map(|()| new_name);
                }
                Err(error) if number == MAX_SAME_NAME => return Err(first(error)),
                _ => {}
            }
        }
        Err(format!("there are too many games called {name}"))
    }
}
