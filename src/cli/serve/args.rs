//! The arguments of `feedstone serve`, with the help people read.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::cli::args::{count, jobs};
use crate::source::http;

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone serve --rules rules/
  curl --data-binary @page.html -H 'Content-Type: text/html; charset=utf-8' \\
    'http://127.0.0.1:7377/extract?url=https%3A%2F%2Fblog.example%2F2009%2F05%2F'

POST /extract   a page of HTML in, its entries out, as `feedstone extract` prints them
POST /check     pages in, what independent witnesses say of them out, as `feedstone check` prints it
POST /learn     a blog's address or its pages in, a rule file out; only with --learn
GET /rules, /health, /openapi.json    the rule files; is it well; all of this for programs

The rule file of a page is the one of its host (?rules=NAME names another); files that change are
read again. Errors are JSON: kind, message, next. On SIGINT or SIGTERM requests under way are
answered, new ones are not taken; a second signal ends it at once.
Whoever reaches the port may ask: it has no passwords. It refuses requests from web pages.
Exit codes: 0 it was stopped; 2 it could not run.")]
pub struct Serve {
    /// The folder of rule files (*.xml)
    #[arg(long, short, value_name = "FOLDER")]
    pub rules: PathBuf,
    /// Where it listens; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", value_parser = listen, default_value = "127.0.0.1:7377")]
    pub listen: SocketAddr,
    /// A further name that clients may call it by (the Host header); IP addresses and `localhost`
    /// always may
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// Let clients learn: from pages that they give, and from the web; and save what was learned
    /// in the folder of rules
    #[arg(long)]
    pub learn: bool,
    /// With --learn: let clients name addresses of private networks and other ports
    #[arg(long, requires = "learn")]
    pub allow_private: bool,
    /// With --learn: an address or mail address where blogs' owners can reach you; it is put into
    /// the User-Agent header
    #[arg(long, value_name = "WHERE", requires = "learn")]
    pub contact: Option<String>,
    /// Most bytes of a page
    #[arg(long, value_name = "BYTES", value_parser = count::<u64>)]
    #[arg(default_value_t = http::MAX_BYTES)]
    pub max_bytes: u64,
    /// Pages that are read at once [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    #[arg(default_value_t = crate::cli::cores::cores(), hide_default_value = true)]
    pub jobs: usize,
}

/// An address to listen at.
fn listen(text: &str) -> Result<SocketAddr, String> {
    let told = || format!("expected an IP address and a port as 127.0.0.1:7377, found {text:?}");
    text.parse().map_err(|_| told())
}
